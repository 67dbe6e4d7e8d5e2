import { z } from 'zod'
import { inChange } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { uploadedFile } from '../http/files/upload.ts'
import { invalid } from '../http/schemas/validation.ts'
import { publicId } from '../ids.ts'
import { type Following, finish } from '../jobs/large-change.ts'
import { rowFileBytesMax, rowsMax } from '../row-files/limits.ts'
import { RowFileError } from '../row-files/rows.ts'
import { Id } from '../wire.ts'
import { applyRows, rowsPerAsset } from './apply.ts'
import { type Plan, planOf } from './plan.ts'

/** Maximum number of assets that an import can change, and of bytes of these changes, which a job stores. */
const changesMax = 5_000
const changesBytesMax = 4 * 1024 ** 2
/** Maximum number of changes and of errors in a response, and of characters of a cell. */
const shownMax = 100
const cellShownMax = 200

const yesOrNo = z.enum(['true', 'false'], 'must be true or false.').transform((value) => value === 'true')

const Fault = z
  .object({
    row: z.int().describe('Number of the row, from 1, without the header.'),
    column: z.string(),
    message: z.string(),
  })
  .meta({ id: 'AssetTableFault', description: 'Cell with an error.' })

const Change = z
  .object({
    row: z.int().describe('Number of the row, from 1, without the header.'),
    id: Id('asset'),
    name: z.string(),
    cells: z.array(
      z.object({ column: z.string(), from: z.string(), to: z.string() }).meta({
        id: 'AssetTableCell',
        description: `Changed cell. Texts are truncated to ${cellShownMax} characters.`,
      }),
    ),
  })
  .meta({ id: 'AssetTableChange', description: 'Changes of one asset.' })

const Result = z
  .object({
    is_applied: z.boolean().describe('Whether the changes were applied. False if the file was only checked.'),
    rows_count: z.int().describe('Number of rows in the file.'),
    changes_count: z.int().describe('Number of changed assets.'),
    faults_count: z.int().describe('Number of errors. Rows with errors are not applied.'),
    changes: z.array(Change).describe(`Changes, up to ${shownMax}.`),
    faults: z.array(Fault).describe(`Errors, up to ${shownMax}.`),
  })
  .meta({ id: 'AssetTableResult' })

export const importAssetTable = endpoint({
  operationId: 'updateAssetsFromTable',
  method: 'POST',
  path: '/asset-tables',
  scope: 'assets:write',
  group: 'Assets',
  summary: 'Update assets from a CSV or XLSX file',
  description:
    `Takes a CSV, TSV, XLSX or NDJSON file of up to ${rowsMax.toLocaleString('en')} rows with the columns of ` +
    '`GET /api/assets.csv`. The column `id` is required. Only cells that differ from the asset are changes. An empty cell removes the value, and values of missing columns do not change. Tags and choices are separated by semicolons. ' +
    'By default the file is only checked: the response lists what would change, and errors by row and column. With ' +
    '`apply=true`, the changes are applied, unless there are errors; with `skip_faults=true`, rows without errors are ' +
    'applied. An asset that was changed since the time in `revised_at` is an error. More than 100 assets are changed by ' +
    'a job: the response is then 202 with the `job`.',
  mayFollow: true,
  upload: { field: 'file', bytesMax: rowFileBytesMax },
  body: z.strictObject({
    file: uploadedFile,
    apply: yesOrNo.optional().describe('Whether to apply the changes. Default: false.'),
    skip_faults: yesOrNo
      .optional()
      .describe('Whether to apply rows without errors if others have errors. Default: false.'),
  }),
  reply: z.object({ data: Result }),
  async prepare({ caller: { companyId }, body }, services) {
    const { path, size, fileName } = body.file
    const table = await services
      .readRows(companyId, { path, size, name: fileName ?? '' })
      .catch((error: unknown) => {
        throw error instanceof RowFileError ? invalid('file', error.message) : error
      })
    return planOf(services, companyId, table)
  },
  async handle(input, services) {
    const { body, prepared: plan } = input
    if (!body.apply) return { data: resultOf(plan, false) }
    const changes = plan.changes.map(({ id, revisedAt, change }) => ({ id, revisedAt, change }))
    assertApplicable(plan, changes, body.skip_faults ?? false)
    const { job } = await inChange<typeof body, Following>(input, services, async (context) => {
      await finish(context, {
        type: 'asset.table',
        step: applyRows,
        state: { changes },
        rows: changes.length * rowsPerAsset,
        resourceIds: plan.propertyIds,
      })
      return {}
    })
    return { data: resultOf(plan, true), ...(job && { job }) }
  },
})

/** @param changes what a job would store: without the cells of the response, which contain each text again. */
function assertApplicable({ faults }: Plan, changes: readonly object[], skipsFaults: boolean) {
  const [first] = faults
  if (first && !skipsFaults) {
    const more =
      faults.length === 1 ? '' : ` ${(faults.length - 1).toLocaleString('en')} more cells have errors.`
    throw invalid(
      'file',
      `Row ${first.row}, column ${first.column}: ${first.message}${more} Nothing was changed.`,
    )
  }
  if (changes.length > changesMax)
    throw invalid('file', `The file changes more than ${changesMax.toLocaleString('en')} assets. Split it.`)
  if (Buffer.byteLength(JSON.stringify(changes)) > changesBytesMax)
    throw invalid('file', `The file changes more than ${changesBytesMax / 1024 ** 2} MB of texts. Split it.`)
}

const shown = (text: string) => text.slice(0, cellShownMax).toWellFormed()

const resultOf = ({ rows, changes, faults }: Plan, isApplied: boolean): z.input<typeof Result> => ({
  is_applied: isApplied,
  rows_count: rows,
  changes_count: changes.length,
  faults_count: faults.length,
  changes: changes.slice(0, shownMax).map(({ row, id, name, cells }) => ({
    row,
    id: publicId('asset', id),
    name,
    cells: cells.map(({ column, from, to }) => ({ column, from: shown(from), to: shown(to) })),
  })),
  faults: faults.slice(0, shownMax),
})
