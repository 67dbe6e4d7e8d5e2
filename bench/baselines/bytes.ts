/**
 * The upper limit for cached responses is a bare node:http server that sends the bytes of a file for every
 * request.
 */
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { readBody } from './read-body.ts'

const { PORT } = process.env
const bytes = readFileSync(process.argv[2]!)
const headers = {
  'Content-Type': 'application/json; charset=utf-8',
  'Content-Length': bytes.length,
}
const answer = JSON.parse(bytes.toString())

createServer(async (request, response) => {
  if (request.method === 'POST') {
    // Reads the request body and serializes an object, which is the minimum work.
    if (typeof JSON.parse(await readBody(request)) !== 'object') return response.writeHead(400).end()
    const made = JSON.stringify(answer)
    response.writeHead(200, { ...headers, 'Content-Length': Buffer.byteLength(made) }).end(made)
  } else if (request.headers['if-none-match'] !== undefined) response.writeHead(304).end()
  else response.writeHead(200, headers).end(bytes)
}).listen(Number(PORT), '127.0.0.1')

process.once('SIGTERM', () => process.exit())
