/**
 * The sliding window as one atomic script: a sorted set of the newest calls, scored by the microsecond of each call.
 *
 * KEYS[1]: the caller's log. ARGV: the window in microseconds, calls, verb, and for `remember` the age of the call.
 * `take` counts the call if there is room, `peek` only looks, `remember` counts a call that was admitted elsewhere.
 * Returns whether there was room, how many calls are counted now, and the microseconds until the oldest one expires.
 */
export const windowScript = `
-- The clock of Redis, not ours: instances whose clocks differ by 3 s admitted 30 calls instead of 20.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, calls, verb, age = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3], tonumber(ARGV[4])

local since = now - window + 1
local oldest = tonumber(redis.call('ZRANGEBYSCORE', KEYS[1], since, '+inf', 'LIMIT', 0, 1)[1])
-- If the clock was set back, callers would be locked out for the difference.
if oldest and oldest > now then
  redis.call('DEL', KEYS[1])
  oldest = nil
end
local used = redis.call('ZCOUNT', KEYS[1], since, '+inf')
local admitted = used < calls

if verb == 'remember' or (verb == 'take' and admitted) then
  local at = now - age
  -- Must be the first write of the script: when Redis is out of memory, it rejects only the first one.
  while redis.call('ZADD', KEYS[1], 'NX', at, at) == 0 do at = at + 1 end
  redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -calls - 1)
  redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
  used = used + 1
end
return { admitted and 1 or 0, used, (oldest or now) + window - now }
`;
