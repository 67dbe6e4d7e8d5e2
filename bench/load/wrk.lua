-- Sends the requests of a file in turn, repeatedly, and prints one line of JSON at the end.
-- Each line of the file has method, path, bearer token, body, content type and ETag, separated by tabs.

-- Replaces {n} in a body with a number that no other request has.

local requests = {}
local last = 0
local run = os.time()

function init(args)
  for line in io.lines(args[1]) do
    local method, path, token, body, media, etag = line:match('^(.-)\t(.-)\t(.-)\t(.-)\t(.-)\t(.*)$')
    local headers = {}
    if token ~= '' then headers['Authorization'] = 'Bearer ' .. token end
    if body ~= '' then headers['Content-Type'] = media end
    if etag ~= '' then headers['If-None-Match'] = etag end
    local isNumbered = body:find('{n}', 1, true)
    requests[#requests + 1] = isNumbered and { method, path, headers, body }
      or wrk.format(method, path, headers, body ~= '' and body or nil)
  end
end

function request()
  last = last + 1
  local next = requests[(last - 1) % #requests + 1]
  if type(next) == 'string' then return next end
  return wrk.format(next[1], next[2], next[3], (next[4]:gsub('{n}', run .. ' ' .. last)))
end

function done(summary, latency)
  local errors = summary.errors
  io.write(string.format(
    '{"per_second":%.1f,"median_ms":%.4f,"p99_ms":%.4f,"refused":%d,"late":%d,"broken":%d}\n',
    summary.requests / summary.duration * 1e6,
    latency:percentile(50) / 1000,
    latency:percentile(99) / 1000,
    errors.status,
    errors.timeout,
    errors.connect + errors.read + errors.write
  ))
end
