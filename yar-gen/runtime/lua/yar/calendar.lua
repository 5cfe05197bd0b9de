-- Days and moments of the Gregorian calendar as text. Counts days and
-- milliseconds from the beginning of 1970 in UTC; knows nothing of packagers
-- or contracts.

local find, floor, format, gsub, match, rep, sub, tonumber =
    string.find, math.floor, string.format, string.gsub, string.match, string.rep, string.sub, tonumber

local DAY = 86400000
local MONTH_DAYS = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 }

local _M = {
    -- The years that four digits hold.
    MIN_MILLIS = -62167219200000,
    MAX_MILLIS = 253402300799999,
}

local function is_leap(year)
    return year % 4 == 0 and (year % 100 ~= 0 or year % 400 == 0)
end

local function is_day(year, month, day)
    local last = month == 2 and is_leap(year) and 29 or MONTH_DAYS[month]
    return last ~= nil and day >= 1 and day <= last
end

-- Years begin in March here, so that the odd day comes last.
local function days_of(year, month, day)
    if month < 3 then
        year, month = year - 1, month + 12
    end
    local before = 365 * year + floor(year / 4) - floor(year / 100) + floor(year / 400)
    return before + floor((153 * month - 457) / 5) + day - 719469
end

local function date_of(days)
    local shifted = days + 719468
    local cycle = floor(shifted / 146097)
    local rest = shifted - cycle * 146097
    local year = floor((rest - floor(rest / 1460) + floor(rest / 36524) - floor(rest / 146096)) / 365)
    local of_year = rest - (365 * year + floor(year / 4) - floor(year / 100))
    local month = floor((5 * of_year + 2) / 153)
    local day = of_year - floor((153 * month + 2) / 5) + 1
    year, month = year + cycle * 400, month < 10 and month + 3 or month - 9
    return month < 3 and year + 1 or year, month, day
end

---True for a day that exists, written as `2026-11-30`.
---@param text string
---@return boolean
function _M.is_date(text)
    local year, month, day = match(text, "^(%d%d%d%d)%-(%d%d)%-(%d%d)$")
    return year ~= nil and is_day(tonumber(year), tonumber(month), tonumber(day))
end

-- Minutes east of UTC.
local function offset_of(zone)
    if zone == "Z" or zone == "z" then
        return 0
    end
    local sign, hours, minutes = match(zone, "^([+-])(%d%d):(%d%d)$")
    hours, minutes = tonumber(hours), tonumber(minutes)
    if not hours or hours > 23 or minutes > 59 then
        return nil
    end
    return (sign == "-" and -1 or 1) * (hours * 60 + minutes)
end

---Milliseconds of an RFC 3339 moment with up to nine digits of a second; what
---is finer than a millisecond is cut off.
---@param text string
---@return number? millis
function _M.parse(text)
    local year, month, day, hour, minute, second, rest =
        match(text, "^(%d%d%d%d)%-(%d%d)%-(%d%d)[Tt ](%d%d):(%d%d):(%d%d)([%d.]*[Zz+-][%d:]*)$")
    if not year or not is_day(tonumber(year), tonumber(month), tonumber(day)) then
        return nil
    end
    hour, minute, second = tonumber(hour), tonumber(minute), tonumber(second)
    local fraction, zone = match(rest, "^%.(%d+)(.+)$")
    local offset = offset_of(zone or rest)
    -- A leap second is the first one of the next minute.
    if not offset or hour > 23 or minute > 59 or second > 60 or (fraction and #fraction > 9) then
        return nil
    end
    local seconds = (hour * 60 + minute - offset) * 60 + second
    local millis = fraction and tonumber(sub(fraction .. rep("0", 3), 1, 3)) or 0
    return days_of(tonumber(year), tonumber(month), tonumber(day)) * DAY + seconds * 1000 + millis
end

---The RFC 3339 text of a moment in UTC, without needless digits.
---@param millis number within MIN_MILLIS and MAX_MILLIS
---@return string
function _M.text(millis)
    local of_day = millis % DAY
    local year, month, day = date_of(floor((millis - of_day) / DAY))
    local of_second = of_day % 1000
    local second = floor((of_day - of_second) / 1000)
    local whole = format("%04d-%02d-%02dT%02d:%02d:%02d", year, month, day, floor(second / 3600),
        floor(second / 60) % 60, second % 60)
    if of_second == 0 then
        return whole .. "Z"
    end
    local fraction = format("%03d", of_second)
    return whole .. "." .. (find(fraction, "0$") and gsub(fraction, "0+$", "") or fraction) .. "Z"
end

return _M
