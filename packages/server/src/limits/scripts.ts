// What Redis does in one step, on its own time: count a call, carry calls over, take a place, hear of a node. Instants are whole
// microseconds. A last argument sets the time, for tests.
import { createHash } from 'node:crypto'

export interface Script {
  readonly text: string
  readonly sha: string
}

const script = (body: string): Script => {
  const text = prelude + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

const prelude = `
local function digits(number) return string.format('%.0f', number) end
local function timeOr(given)
  if given then return tonumber(given) end
  local time = redis.call('TIME')
  return time[1] * 1000000 + time[2]
end
-- The clock was put back, or another server took over: nothing may lie later than it can.
local function cap(key, latest)
  for _, member in ipairs(redis.call('ZRANGEBYSCORE', key, '(' .. digits(latest), '+inf')) do
    redis.call('ZADD', key, digits(latest), member)
  end
end
`

/**
 * KEYS: a window. ARGV: its limit, its span, the mark of the call, the mark of an earlier one that still counts (or none).
 * Answers whether the call was admitted, how many more would be, how long until the next one is, and whether the earlier one
 * is lost.
 */
export const admitScript = script(`
local key, limit, span, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), timeOr(ARGV[5])
local isLost = 0
if ARGV[4] ~= '' and not redis.call('ZSCORE', key, ARGV[4]) then isLost = 1 end
cap(key, now)
redis.call('ZREMRANGEBYSCORE', key, '-inf', digits(now - span))
local size = redis.call('ZCARD', key)
local admitted = 0
if size < limit then
  redis.call('ZADD', key, digits(now), ARGV[3])
  redis.call('PEXPIRE', key, digits(math.ceil(span / 1000)))
  admitted = 1
  size = size + 1
end
if size < limit then return { admitted, limit - size, 0, isLost } end
-- Calls that nodes admitted while they were alone can be more than the limit: the next waits for all that are too many.
local last = redis.call('ZRANGE', key, size - limit, size - limit, 'WITHSCORES')
return { admitted, 0, last[2] + span - now, isLost }
`)

/** KEYS: a window. ARGV: its span, then the mark and the age of each call. What is counted already is not counted again. */
export const carryScript = script(`
local key, span, now = KEYS[1], tonumber(ARGV[1]), timeOr()
for at = 2, #ARGV, 2 do
  redis.call('ZADD', key, 'NX', digits(now - ARGV[at + 1]), ARGV[at])
end
redis.call('PEXPIRE', key, digits(math.ceil(span / 1000)))
return 1
`)

/** KEYS: the places of someone. ARGV: how many there are, how long one is held, which is wanted. Answers 1, or 0 if none is free. */
export const slotScript = script(`
local key, most, lease, now = KEYS[1], tonumber(ARGV[1]), tonumber(ARGV[2]), timeOr(ARGV[4])
cap(key, now + lease)
redis.call('ZREMRANGEBYSCORE', key, '-inf', digits(now))
if redis.call('ZCARD', key) >= most and not redis.call('ZSCORE', key, ARGV[3]) then return 0 end
redis.call('ZADD', key, digits(now + lease), ARGV[3])
redis.call('PEXPIRE', key, digits(math.ceil(lease / 1000)))
return 1
`)

/**
 * KEYS: the nodes. ARGV: which one speaks, how long it is known for that, an instant. Answers whether it was not known, how
 * many have spoken since that instant, and the time.
 */
export const beatScript = script(`
local key, keep, now = KEYS[1], tonumber(ARGV[2]), timeOr()
redis.call('ZREMRANGEBYSCORE', key, '-inf', digits(now - keep))
local isNew = redis.call('ZADD', key, digits(now), ARGV[1])
redis.call('PEXPIRE', key, digits(math.ceil(keep / 1000)))
return { isNew, redis.call('ZCOUNT', key, ARGV[3], '+inf'), now }
`)

export const scripts: readonly Script[] = [admitScript, carryScript, slotScript, beatScript]
