-- Sends the requests of a file in rotation: for each a line with its length, then its bytes.
local requests = {}
local at = 0

function init(args)
  local file = assert(io.open(args[1], "rb"))
  for length in function() return file:read("*n", "*l") end do
    requests[#requests + 1] = file:read(length)
  end
  file:close()
end

function request()
  at = at % #requests + 1
  return requests[at]
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    'RESULT {"answers":%d,"bytes":%d,"micros":%d,"refused":%d,"failed":%d,"p50":%d,"p99":%d}\n',
    summary.requests, summary.bytes, summary.duration, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout,
    latency:percentile(50), latency:percentile(99)))
end
