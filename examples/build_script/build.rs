//! Makes Rust of the contract whenever it changes.

fn main() -> Result<(), yar_gen::BuildError> {
    yar_gen::Builder::new()
        .input("idl/greeter.yar")
        .rust()
        .generate()?;
    Ok(())
}
