/**
 * `node constant-rate.ts <url> <requests.json> <connections> <seconds> <per second>`: sends requests at fixed
 * times, whether the server keeps up or not. Waiting for a free connection counts as latency. A closed-loop
 * load, which waits for each response before the next request, would miss exactly the slow moments
 * (coordinated omission).
 */
import { readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { jsonType, type Request } from './load.ts'

const [url, file, connections, seconds, perSecond] = process.argv.slice(2) as [string, ...string[]]
const uncountedSeconds = 1
const { hostname, port } = new URL(url)
const requests = (JSON.parse(readFileSync(file!, 'utf8')) as Request[]).map(bytesOf)
const rate = Number(perSecond)
const total = Math.floor(rate * (uncountedSeconds + Number(seconds)))
/** Requests of the first second are sent but not counted, because this program is not yet compiled. */
const uncounted = Math.floor(rate * uncountedSeconds)
/** Time after the end of the load by which requests must have a response. Otherwise, they count as late. */
const overtimeMs = 5_000
/**
 * Time for which the thread sleeps when no request is due. Node's timers have a resolution of only one
 * millisecond.
 */
const napMsMax = 0.05
const readBytes = 256 * 1024

type Connection = { socket: Socket; due: number; left: number; head: Buffer; buffer: Buffer }

const latencies = new Float64Array(total)
const waiting: number[] = []
/** Index of the first waiting request. */
let first = 0
let answered = 0
let refused = 0
const idle: Connection[] = []
for (let n = 0; n < Number(connections); n++) idle.push(await open())

const nap = new Int32Array(new SharedArrayBuffer(4))
const begun = performance.now()
const end = dueAt(total) + overtimeMs
let sent = 0
let asked = 0
turn()

/** Checks the clock and the sockets once. */
function turn() {
  const now = performance.now()
  while (asked < total && dueAt(asked) <= now) {
    waiting.push(dueAt(asked))
    asked++
  }
  dispatch()
  if (answered === total || now > end) return finish()
  const free = Math.min(napMsMax, dueAt(asked) - performance.now())
  if (free > 0.005) Atomics.wait(nap, 0, 0, free)
  setImmediate(turn)
}

function dueAt(n: number) {
  return begun + (n * 1000) / rate
}

function dispatch() {
  while (first < waiting.length && idle.length > 0) {
    const connection = idle.pop()!
    connection.due = waiting[first++]!
    connection.socket.write(requests[sent++ % requests.length]!)
  }
  // Compacts the queue occasionally, not each time.
  if (first > 10_000) {
    waiting.splice(0, first)
    first = 0
  }
}

function open(): Promise<Connection> {
  return new Promise((resolve, reject) => {
    const buffer = Buffer.allocUnsafe(readBytes)
    const callback = (length: number) => {
      take(connection, length)
      return true
    }
    const socket = connect({
      host: hostname,
      port: Number(port),
      noDelay: true,
      onread: { buffer, callback },
    })
    const connection: Connection = { due: 0, left: 0, head: Buffer.alloc(0), buffer, socket }
    socket.once('connect', () => resolve(connection)).once('error', reject)
  })
}

/** Parses one response at a time. The header contains the length of the body. */
function take(connection: Connection, length: number) {
  if (connection.left > 0) connection.left -= length
  else {
    const bytes = connection.buffer.subarray(0, length)
    const head = connection.head.length > 0 ? Buffer.concat([connection.head, bytes]) : bytes
    const headEnd = head.indexOf('\r\n\r\n')
    if (headEnd === -1) {
      connection.head = Buffer.from(head)
      return
    }
    connection.head = Buffer.alloc(0)
    const text = head.toString('latin1', 0, headEnd)
    if (text.charCodeAt('HTTP/1.1 '.length) > '3'.charCodeAt(0)) refused++
    const at = text.search(/content-length: /i)
    const bodyBytes = at === -1 ? 0 : Number.parseInt(text.slice(at + 'content-length: '.length), 10)
    connection.left = bodyBytes - (head.length - headEnd - 4)
  }
  if (connection.left > 0) return
  latencies[answered++] = performance.now() - connection.due
  idle.push(connection)
  dispatch()
}

function finish() {
  const sorted = latencies.subarray(uncounted, answered).sort()
  const at = (part: number) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  console.log(
    JSON.stringify({ p50_ms: at(0.5), p99_ms: at(0.99), refused, late: total - answered, broken: 0 }),
  )
  process.exit()
}

function bytesOf({ method, path, token, body, type = jsonType, etag }: Request): Buffer {
  const head = [
    `${method} ${path} HTTP/1.1`,
    `Host: ${hostname}:${port}`,
    ...(token === undefined ? [] : [`Authorization: Bearer ${token}`]),
    ...(etag === undefined ? [] : [`If-None-Match: ${etag}`]),
    ...(body === undefined ? [] : [`Content-Type: ${type}`, `Content-Length: ${Buffer.byteLength(body)}`]),
  ]
  return Buffer.from(`${head.join('\r\n')}\r\n\r\n${body ?? ''}`)
}
