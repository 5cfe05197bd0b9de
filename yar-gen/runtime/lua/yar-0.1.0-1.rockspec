rockspec_format = "3.0"
package = "yar"
version = "0.1.0-1"
source = {
    url = "file://.",
}
description = {
    summary = "Yar RPC client runtime for modules made by yar-gen",
    detailed = [[
Speaks the Yar protocol over tcp, unix sockets and HTTP, packed as JSON or
MSGPACK, on Lua 5.1 to 5.4 and LuaJIT. Pure Lua; LuaSocket carries the bytes.
]],
    license = "Apache-2.0 OR MIT",
    labels = { "rpc", "yar", "network" },
}
dependencies = {
    "lua >= 5.1, < 5.5",
    "luasocket >= 3.0",
}
build = {
    type = "builtin",
    modules = {
        yar = "yar.lua",
        ["yar.any"] = "yar/any.lua",
        ["yar.base64"] = "yar/base64.lua",
        ["yar.calendar"] = "yar/calendar.lua",
        ["yar.client"] = "yar/client.lua",
        ["yar.connection"] = "yar/connection.lua",
        ["yar.errors"] = "yar/errors.lua",
        ["yar.floats"] = "yar/floats.lua",
        ["yar.frame"] = "yar/frame.lua",
        ["yar.hint"] = "yar/hint.lua",
        ["yar.integers"] = "yar/integers.lua",
        ["yar.json.reader"] = "yar/json/reader.lua",
        ["yar.json.writer"] = "yar/json/writer.lua",
        ["yar.method"] = "yar/method.lua",
        ["yar.msgpack.reader"] = "yar/msgpack/reader.lua",
        ["yar.msgpack.writer"] = "yar/msgpack/writer.lua",
        ["yar.options"] = "yar/options.lua",
        ["yar.packagers"] = "yar/packagers.lua",
        ["yar.problem"] = "yar/problem.lua",
        ["yar.reply"] = "yar/reply.lua",
        ["yar.request"] = "yar/request.lua",
        ["yar.request_ids"] = "yar/request_ids.lua",
        ["yar.socket.luasocket"] = "yar/socket/luasocket.lua",
        ["yar.suggest"] = "yar/suggest.lua",
        ["yar.text"] = "yar/text.lua",
        ["yar.transport.http"] = "yar/transport/http.lua",
        ["yar.transport.http_reply"] = "yar/transport/http_reply.lua",
        ["yar.transport.stream"] = "yar/transport/stream.lua",
        ["yar.types"] = "yar/types.lua",
        ["yar.types.containers"] = "yar/types/containers.lua",
        ["yar.types.enums"] = "yar/types/enums.lua",
        ["yar.types.errors"] = "yar/types/errors.lua",
        ["yar.types.moments"] = "yar/types/moments.lua",
        ["yar.types.parts"] = "yar/types/parts.lua",
        ["yar.types.scalars"] = "yar/types/scalars.lua",
        ["yar.types.structs"] = "yar/types/structs.lua",
        ["yar.types.unions"] = "yar/types/unions.lua",
        ["yar.uri"] = "yar/uri.lua",
        ["yar.values"] = "yar/values.lua",
    },
}
