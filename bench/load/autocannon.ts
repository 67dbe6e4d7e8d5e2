/**
 * Replaces wrk if it is not installed: `node autocannon.ts <url> <requests.json> <connections> <seconds>`.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { jsonType, type Request } from './load.ts'

type Autocannon = (options: object) => Promise<{
  requests: { average: number }
  latency: { p99: number }
  errors: number
  timeouts: number
  non2xx: number
}>

const autocannon: Autocannon = createRequire(import.meta.url)('autocannon')

/** Like wrk.lua, replaces {n} in a body with a number that no other request has. */
const run = Date.now()
let last = 0

const [url, file, connections, seconds] = process.argv.slice(2)
const requests: Request[] = JSON.parse(readFileSync(file!, 'utf8'))
const result = await autocannon({
  url,
  connections: Number(connections),
  duration: Number(seconds),
  requests: requests.map(({ method, path, token, body, type = jsonType, etag }) => ({
    method,
    path,
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': type }),
      ...(etag !== undefined && { 'if-none-match': etag }),
    },
    ...(body !== undefined && { body }),
    ...(body?.includes('{n}') && {
      setupRequest: (request: object) => ({ ...request, body: body.replaceAll('{n}', `${run} ${++last}`) }),
    }),
  })),
})
const per_second = result.requests.average
console.log(
  JSON.stringify({
    per_second,
    // This is the mean, because autocannon's latencies have a resolution of one millisecond.
    median_ms: (Number(connections) * 1000) / per_second,
    p99_ms: result.latency.p99,
    refused: result.non2xx,
    late: result.timeouts,
    broken: result.errors - result.timeouts,
  }),
)
