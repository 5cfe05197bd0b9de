-- Runs on Lua 5.1 to 5.4 and LuaJIT: whatever is not in all of them is looked
-- up and never assumed to be there.
std = "min"
self = false
max_line_length = 120
read_globals = {
    string = { fields = { "pack", "unpack" } },
    math = { fields = { "type", "tointeger", "frexp", "ldexp" } },
}
