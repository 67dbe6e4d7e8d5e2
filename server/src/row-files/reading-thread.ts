// Reads one file of rows and posts the rows. Started by read-rows.ts, which terminates the thread if it takes
// too long.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { readNdjson } from './ndjson.ts'
import { RowFileError, type RowFileFormat, type Rows } from './rows.ts'
import { readXlsx } from './xlsx.ts'

export type Reading = { path: string; format: RowFileFormat }
/** Rows as JSON texts of bounded size, because receiving them as objects at once would block the event loop. */
export type ReadingReport = { columns: string[]; chunks: string[] } | { refused: string }

const { path, format } = workerData as Reading
const readers = { csv: readCsv, ndjson: readNdjson, xlsx: readXlsx }

const report = (message: ReadingReport) => parentPort!.postMessage(message)

/** Maximum number of cells and, apart from the last row, of characters in a chunk. It is parsed in a few milliseconds. */
const cellsPerChunk = 20_000
const charactersPerChunk = 1_000_000

function chunksOf({ columns, rows }: Rows): string[] {
  const chunks: string[] = []
  let texts: string[] = []
  let characters = 0
  for (const row of rows) {
    const text = JSON.stringify(row)
    texts.push(text)
    characters += text.length
    if (texts.length * columns.length < cellsPerChunk && characters < charactersPerChunk) continue
    chunks.push(`[${texts.join()}]`)
    texts = []
    characters = 0
  }
  return [...chunks, `[${texts.join()}]`]
}

try {
  const read = await readers[format](readFileSync(path))
  report({ columns: read.columns, chunks: chunksOf(read) })
} catch (error) {
  if (!(error instanceof RowFileError)) throw error
  report({ refused: error.message })
}
