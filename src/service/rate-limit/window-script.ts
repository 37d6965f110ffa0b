/**
 * The sliding window as one atomic script: a sorted set of the newest calls, scored by the
 * microsecond of each call, and a sorted set of the nonces of signed calls, scored by the
 * microsecond when each expires.
 *
 * KEYS: the caller's log and the caller's nonces. ARGV: the window in microseconds, calls, verb,
 * the nonce or an empty string, its lifetime in microseconds, and how many nonces there may be.
 * `count` counts the call if there is room, `use-nonce` only uses up its nonce, `probe` counts
 * without a limit. A refused call leaves no trace. Returns the outcome, how many calls are counted
 * now, and the microseconds until the oldest one expires.
 */
export const windowScript = `
-- The clock of Redis, not ours: instances whose clocks differ by 3 s admitted 30 calls instead of 20.
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local window, calls, verb = tonumber(ARGV[1]), tonumber(ARGV[2]), ARGV[3]
local nonce, lifetime, most = ARGV[4], tonumber(ARGV[5]), tonumber(ARGV[6])

local since = now - window + 1
local oldest = tonumber(redis.call('ZRANGEBYSCORE', KEYS[1], since, '+inf', 'LIMIT', 0, 1)[1])
-- If the clock was set back, callers would be locked out for the difference.
if oldest and oldest > now then
  redis.call('DEL', KEYS[1])
  oldest = nil
end
local used = redis.call('ZCOUNT', KEYS[1], since, '+inf')
local admitted = verb ~= 'count' or used < calls
local wait = (oldest or now) + window - now

if nonce ~= '' then
  local expiry = redis.call('ZSCORE', KEYS[2], nonce)
  if expiry and tonumber(expiry) > now then return { 'replayed', used, wait } end
  if redis.call('ZCOUNT', KEYS[2], now + 1, '+inf') >= most then
    local first = redis.call('ZRANGEBYSCORE', KEYS[2], now + 1, '+inf', 'WITHSCORES', 'LIMIT', 0, 1)
    wait = math.max(admitted and 0 or wait, first[2] - now)
    admitted = false
  end
end

if admitted then
  -- The first write of the script must be one that adds: when Redis is out of memory, it rejects only the first one.
  if nonce ~= '' then
    redis.call('ZADD', KEYS[2], now + lifetime, nonce)
    redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now)
    redis.call('PEXPIRE', KEYS[2], math.ceil(lifetime / 1000))
  end
  if verb ~= 'use-nonce' then
    local at = now
    while redis.call('ZADD', KEYS[1], 'NX', at, at) == 0 do at = at + 1 end
    redis.call('ZREMRANGEBYRANK', KEYS[1], 0, -calls - 1)
    redis.call('PEXPIRE', KEYS[1], math.ceil(window / 1000))
    used = used + 1
  end
end
return { admitted and 'admitted' or 'refused', used, wait }
`;
