/**
 * Atelier is measured against this server, which uses bare node:http, handwritten queries and JSON.stringify.
 */
import { createServer } from 'node:http'
import { openDatabase } from './database.ts'
import { introspection } from './introspection.ts'
import { list } from './list.ts'
import { readBody } from './read-body.ts'
import { token } from './token.ts'
import { write } from './write.ts'

const { PORT, DATABASE_URL, DATA_DIR } = process.env
const answers = { list, token, introspection, write }

const answer = answers[process.argv[2] as keyof typeof answers]
const opened = await openDatabase(DATABASE_URL, DATA_DIR)

createServer(async (request, response) => {
  const body = request.method === 'POST' ? await readBody(request) : ''
  const text = await answer(opened, request, body)
  response.writeHead(text === undefined ? 401 : 200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text ?? ''),
  })
  response.end(text)
}).listen(Number(PORT), '127.0.0.1')

process.once('SIGTERM', () => void opened.close().then(() => process.exit()))
