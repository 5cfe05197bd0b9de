//! The hand-written Lua and PHP runtimes, carried inside the tool.
//!
//! Written beside the output only on request; a test compares this table
//! with the folders it stands for.

use crate::{File, Target};

/// Path below the output folder, and text.
type Embedded = (&'static str, &'static str);

/// The files of a folder below `runtime/`, and what is put before their paths
/// in the output.
macro_rules! embed {
    ($folder:literal, $prefix:literal, $($path:literal,)*) => {
        &[$((
            concat!($prefix, $path),
            include_str!(concat!("../runtime/", $folder, $path)),
        )),*]
    };
}

const LUA: &[Embedded] = embed! {
    "lua/", "",
    "yar.lua",
    "yar/any.lua",
    "yar/base64.lua",
    "yar/calendar.lua",
    "yar/client.lua",
    "yar/connection.lua",
    "yar/errors.lua",
    "yar/floats.lua",
    "yar/frame.lua",
    "yar/hint.lua",
    "yar/integers.lua",
    "yar/json/reader.lua",
    "yar/json/writer.lua",
    "yar/method.lua",
    "yar/msgpack/reader.lua",
    "yar/msgpack/writer.lua",
    "yar/options.lua",
    "yar/packagers.lua",
    "yar/problem.lua",
    "yar/reply.lua",
    "yar/request.lua",
    "yar/request_ids.lua",
    "yar/socket/luasocket.lua",
    "yar/suggest.lua",
    "yar/text.lua",
    "yar/transport/http.lua",
    "yar/transport/http_reply.lua",
    "yar/transport/stream.lua",
    "yar/types.lua",
    "yar/types/containers.lua",
    "yar/types/enums.lua",
    "yar/types/errors.lua",
    "yar/types/moments.lua",
    "yar/types/parts.lua",
    "yar/types/scalars.lua",
    "yar/types/structs.lua",
    "yar/types/unions.lua",
    "yar/uri.lua",
    "yar/values.lua",
};

const PHP: &[Embedded] = embed! {
    "php/src/", "Yar/",
    "Absent.php",
    "Call.php",
    "Client.php",
    "Exception/DeclaredException.php",
    "Exception/PackagerException.php",
    "Exception/ProtocolException.php",
    "Exception/ServerException.php",
    "Exception/TimeoutException.php",
    "Exception/TransportException.php",
    "Exception/UsageException.php",
    "Exception/ValueException.php",
    "Exception/YarException.php",
    "Field.php",
    "Format/Format.php",
    "Format/JsonFormat.php",
    "Format/MsgpackFormat.php",
    "Format/MsgpackMap.php",
    "Format/MsgpackReader.php",
    "Format/MsgpackUnsigned.php",
    "Format/MsgpackWriter.php",
    "Format/PhpFormat.php",
    "Format/PhpObject.php",
    "Listener.php",
    "Method.php",
    "Options.php",
    "Packager.php",
    "Protocol/Failure.php",
    "Protocol/Header.php",
    "Protocol/Reply.php",
    "Protocol/Request.php",
    "Server.php",
    "ServerOptions.php",
    "Struct.php",
    "Transport/Address.php",
    "Transport/Connection.php",
    "Transport/Connector.php",
    "Transport/Deadline.php",
    "Transport/Handshake.php",
    "Transport/Hint.php",
    "Transport/HttpReader.php",
    "Transport/HttpTransport.php",
    "Transport/SocketTransport.php",
    "Transport/Transport.php",
    "Type.php",
    "Type/AnyType.php",
    "Type/BoolType.php",
    "Type/BytesType.php",
    "Type/Codec.php",
    "Type/DateType.php",
    "Type/EnumKeyType.php",
    "Type/EnumType.php",
    "Type/Fields.php",
    "Type/FloatType.php",
    "Type/IntType.php",
    "Type/ListType.php",
    "Type/MapType.php",
    "Type/NullableType.php",
    "Type/StringType.php",
    "Type/StructType.php",
    "Type/TimestampType.php",
    "Type/TupleType.php",
    "Type/UnionType.php",
    "Type/UnsignedType.php",
    "Union.php",
};

/// The runtime of a language; none for Rust, whose runtime is a crate.
pub(crate) fn files(target: Target) -> impl Iterator<Item = File> {
    let table = match target {
        Target::Rust => &[],
        Target::Lua => LUA,
        Target::Php => PHP,
    };
    table.iter().map(|(path, text)| File {
        path: (*path).to_owned(),
        text: (*text).to_owned(),
    })
}
