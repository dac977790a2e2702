-- The requests of wrk and its report, as load.ts asks for them: arguments are a file with addresses, one a line, and headers,
-- name and value in turn. A connection asks for the next address that none has asked for.
local requests = {}
local next_request = 0

function init(args)
  for n = 2, #args, 2 do
    wrk.headers[args[n]] = args[n + 1]
  end
  for path in io.lines(args[1]) do
    requests[#requests + 1] = wrk.format("GET", path)
  end
  math.randomseed(os.time())
  next_request = math.random(#requests)
end

function request()
  next_request = next_request % #requests + 1
  return requests[next_request]
end

function done(summary, latency)
  local errors = summary.errors
  print(string.format(
    '\nREPORT {"requests":%d,"us":%d,"failed":%d,"p50":%g,"p99":%g}',
    summary.requests,
    summary.duration,
    errors.connect + errors.read + errors.write + errors.status + errors.timeout,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000
  ))
end
