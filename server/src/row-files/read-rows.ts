import { open } from 'node:fs/promises'
import { setImmediate } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { ApiError } from '../errors.ts'
import { slotDealer } from '../fair-share.ts'
import type { CompanyId } from '../ids.ts'
import {
  readingHeapMegabytesMax,
  readingMsMax,
  readingsAtOnce,
  readingsWaitingMax,
  rowFileBytesMax,
} from './limits.ts'
import type { Reading, ReadingReport } from './reading-thread.ts'
import { RowFileError, type RowFileFormat, type Rows } from './rows.ts'

export type ReadRows = (
  companyId: CompanyId,
  file: { path: string; size: number; name?: string },
) => Promise<Rows & { format: RowFileFormat }>

type Waiting = { companyId: CompanyId; start: () => void }

/**
 * Reads files of rows, each in a thread with limited heap and time, so that requests never wait for a file. A
 * company never holds all threads while another company waits.
 */
export function rowReader(): ReadRows {
  const deal = slotDealer()
  const running = new Map<CompanyId, number>()
  let waiting: Waiting[] = []
  let free = readingsAtOnce

  function startNext() {
    const groups = [...new Set(waiting.map(({ companyId }) => companyId))]
    for (const [companyId, count] of deal(groups, free, running)) {
      const starting = waiting.filter((one) => one.companyId === companyId).slice(0, count)
      waiting = waiting.filter((one) => !starting.includes(one))
      for (const { start } of starting) {
        free--
        running.set(companyId, (running.get(companyId) ?? 0) + 1)
        start()
      }
    }
  }

  function release(companyId: CompanyId) {
    free++
    const left = running.get(companyId)! - 1
    if (left > 0) running.set(companyId, left)
    else running.delete(companyId)
    startNext()
  }

  return async (companyId, { path, size, name }) => {
    if (size > rowFileBytesMax) throw new ApiError('body_too_large')
    if (waiting.length >= readingsWaitingMax) throw new ApiError('unavailable')
    await new Promise<void>((start) => {
      waiting.push({ companyId, start })
      startNext()
    })
    try {
      const format = await formatOf(path, name)
      return { ...(await rowsIn(await read({ path, format }))), format }
    } finally {
      release(companyId)
    }
  }
}

/** Detects the format by its first bytes. The text format that starts with an object is NDJSON. */
async function formatOf(path: string, name = ''): Promise<RowFileFormat> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    if (buffer.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'xlsx'
    if (buffer.readUInt32BE(0) === 0xd0cf11e0)
      throw new RowFileError('The file is an old Excel file (.xls). Save it as .xlsx or as CSV.')
    const begins = buffer
      .toString('utf8', 0, bytesRead)
      .replace(/^\uFEFF/, '')
      .trimStart()
    return begins.startsWith('{') || /\.(ndjson|jsonl)$/i.test(name) ? 'ndjson' : 'csv'
  } finally {
    await file.close()
  }
}

const tooLong = 'The file takes too much time or memory to read. Split it into smaller files.'

type Chunks = Exclude<ReadingReport, { refused: string }>

async function rowsIn({ columns, chunks }: Chunks): Promise<Rows> {
  const rows: unknown[][] = []
  for (const chunk of chunks) {
    rows.push(...(JSON.parse(chunk) as unknown[][]))
    await setImmediate()
  }
  return { columns, rows }
}

function read(reading: Reading): Promise<Chunks> {
  const thread = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData: reading,
    resourceLimits: { maxOldGenerationSizeMb: readingHeapMegabytesMax },
  })
  return new Promise<Chunks>((resolve, reject) => {
    const timeout = setTimeout(() => reject(new RowFileError(tooLong)), readingMsMax)
    thread.once('message', (report: ReadingReport) => {
      if ('chunks' in report) resolve(report)
      else reject(new RowFileError(report.refused))
      clearTimeout(timeout)
    })
    thread.once('error', (error: NodeJS.ErrnoException) => {
      clearTimeout(timeout)
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? new RowFileError(tooLong) : error)
    })
    thread.once('exit', () => {
      clearTimeout(timeout)
      reject(new Error('The thread that reads rows ended.'))
    })
  }).finally(() => void thread.terminate())
}
