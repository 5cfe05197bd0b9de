//! The service is described to tonic by hand and the messages are prost
//! derives, so the build needs no protoc.
use tonic_build::manual::{Builder, Method, Service};

fn main() {
    let method = |name: &str, route: &str, input: &str, output: &str| {
        Method::builder()
            .name(name)
            .route_name(route)
            .input_type(input)
            .output_type(output)
            .codec_path("tonic_prost::ProstCodec")
            .build()
    };
    let service = Service::builder()
        .name("Bench")
        .package("bench")
        .method(method("add", "Add", "crate::AddReq", "crate::AddRep"))
        .method(method("echo", "Echo", "crate::EchoMsg", "crate::EchoMsg"))
        .method(method(
            "stats",
            "Stats",
            "crate::StatsReq",
            "crate::StatsRep",
        ))
        .method(method("put", "Put", "crate::PutReq", "crate::PutRep"))
        .build();
    Builder::new().compile(&[service]);
    println!("cargo:rerun-if-changed=build.rs");
}
