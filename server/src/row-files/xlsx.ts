import { readSheet } from 'read-excel-file/node'
import { type Entry, fromBufferPromise, type ZipFile } from 'yauzl'
import { partsMax, rowsMax, unpackedBytesMax } from './limits.ts'
import { RowFileError, type Rows } from './rows.ts'
import { tableOf } from './table.ts'

/**
 * Reads the first sheet. The first row names the columns.
 * @throws {RowFileError}
 */
export async function readXlsx(bytes: Uint8Array): Promise<Rows> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  await assertUnpackable(buffer)
  const cells = await readSheet(buffer).catch((error: unknown) => {
    throw new RowFileError(damaged, { cause: error })
  })
  return tableOf(
    cells.map((row) => row.map(textOf)),
    'The first sheet',
  )
}

const damaged = 'The file is damaged, or it is not an XLSX workbook.'

/** Decompresses all parts without storing them, because the sizes in the archive's directory can be false. */
async function assertUnpackable(buffer: Buffer) {
  try {
    const archive = await fromBufferPromise(buffer, { lazyEntries: true, validateEntrySizes: true })
    if (archive.entryCount > partsMax) throw new RowFileError('The file has too many parts.')
    let unpacked = 0
    for await (const entry of archive.eachEntry()) {
      unpacked += entry.uncompressedSize
      if (unpacked > unpackedBytesMax)
        throw new RowFileError(
          `The file must not be larger than ${unpackedBytesMax / 1024 ** 2} MB when it is unpacked.`,
        )
      await drain(archive, entry)
    }
  } catch (error) {
    throw error instanceof RowFileError ? error : new RowFileError(damaged, { cause: error })
  }
}

const rowTag = Buffer.from('<row ')

async function drain(archive: ZipFile, entry: Entry) {
  if (entry.fileName.endsWith('/')) return
  const isSheet = /^xl\/worksheets\/sheet1?\.xml$/.test(entry.fileName)
  let rows = 0
  for await (const chunk of await archive.openReadStreamPromise(entry)) {
    if (!isSheet) continue
    for (
      let at = (chunk as Buffer).indexOf(rowTag);
      at !== -1;
      at = (chunk as Buffer).indexOf(rowTag, at + 1)
    )
      rows++
    // Tables can have empty rows at their end, which are not data.
    if (rows > rowsMax * 2)
      throw new RowFileError(`The file must not have more than ${rowsMax.toLocaleString('en')} rows.`)
  }
}

function textOf(cell: unknown): string {
  if (cell === null || cell === undefined) return ''
  if (cell instanceof Date) {
    const text = cell.toISOString()
    return text.endsWith('T00:00:00.000Z') ? text.slice(0, 10) : text
  }
  return String(cell)
}
