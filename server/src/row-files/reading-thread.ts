// Reads one file of rows and posts the rows. Started by read-rows.ts, which terminates the thread if it takes
// too long.
import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import { readCsv } from './csv.ts'
import { readNdjson } from './ndjson.ts'
import { RowFileError, type RowFileFormat, type Rows } from './rows.ts'
import { readXlsx } from './xlsx.ts'

export type Reading = { path: string; format: RowFileFormat }
export type ReadingReport = { read: Rows } | { refused: string }

const { path, format } = workerData as Reading
const readers = { csv: readCsv, ndjson: readNdjson, xlsx: readXlsx }

const report = (message: ReadingReport) => parentPort!.postMessage(message)

try {
  report({ read: await readers[format](readFileSync(path)) })
} catch (error) {
  if (!(error instanceof RowFileError)) throw error
  report({ refused: error.message })
}
