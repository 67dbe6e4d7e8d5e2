import { dirname, resolve } from 'node:path'
import type { Template } from '../../../sdk/src/index.ts'
import { readCsv } from '../../../server/src/row-files/csv.ts'
import { readNdjson } from '../../../server/src/row-files/ndjson.ts'
import { RowFileError, type Rows } from '../../../server/src/row-files/rows.ts'
import { UsageError } from '../errors.ts'
import { inParallel } from '../files/parallel.ts'
import type { Texts, UploadPicture } from './values.ts'

const uploadsAtOnce = 8
const sign = '@'

type Table = {
  /** The path of the table. Local images are relative to its directory. */
  path: string
  templates: readonly Pick<Template, 'variables'>[]
  /** The column of each variable whose column has a different name. */
  columns: Texts | undefined
  upload: UploadPicture
}

/**
 * Uploads the local images of a table, such as `@photo.jpg`, each once, and replaces them with the IDs of
 * their assets. A table without local images stays unchanged. A workbook also stays unchanged, because only
 * the server reads workbooks.
 * @throws {UsageError} if the table cannot be read.
 */
export async function withPictures(
  bytes: Uint8Array<ArrayBuffer>,
  { path, templates, columns, upload }: Table,
): Promise<Uint8Array<ArrayBuffer>> {
  const text = Buffer.from(bytes)
  if (text.toString('latin1', 0, 4) === 'PK\u0003\u0004' || !text.includes(sign)) return bytes
  const images = templates.flatMap(({ variables }) => variables.filter(({ type }) => type === 'image'))
  const isNdjson = text
    .toString('utf8', 0, 64)
    .replace(/^\uFEFF/, '')
    .trimStart()
    .startsWith('{')
  const table = readable(() => (isNdjson ? readNdjson(bytes) : readCsv(bytes)))
  const places = new Set(images.map(({ key }) => table.columns.indexOf(columns?.get(key) ?? key)))
  const cells = table.rows.flatMap((row) =>
    [...places].filter((at) => isLocal(row[at])).map((at) => ({ row, at, file: String(row[at]).trim() })),
  )
  if (cells.length === 0) return bytes
  await inParallel(cells, uploadsAtOnce, async ({ row, at, file }) => {
    row[at] = await upload(resolve(dirname(path), file.slice(sign.length)))
  })
  return Buffer.from(isNdjson ? ndjsonOf(table) : csvOf(table))
}

const isLocal = (cell: unknown) => typeof cell === 'string' && cell.trimStart().startsWith(sign)

function readable(read: () => Rows): Rows {
  try {
    return read()
  } catch (error) {
    throw error instanceof RowFileError ? new UsageError(error.message) : error
  }
}

const csvOf = ({ columns, rows }: Rows) =>
  [columns, ...rows]
    .map((cells) => cells.map((cell) => `"${String(cell ?? '').replaceAll('"', '""')}"`).join(','))
    .join('\r\n')

const ndjsonOf = ({ columns, rows }: Rows) =>
  rows
    .map((row) => JSON.stringify(Object.fromEntries(columns.map((column, at) => [column, row[at]]))))
    .join('\n')
