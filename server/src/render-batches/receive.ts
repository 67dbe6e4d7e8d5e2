import { setImmediate } from 'node:timers/promises'
import { sql } from 'kysely'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { ApiError, type Faults } from '../errors.ts'
import type { Author } from '../events/append.ts'
import type { Caller } from '../http/caller.ts'
import { invalid } from '../http/schemas/validation.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { kitToRender } from '../renders/brand-kit.ts'
import { assertDrawable, sizeToRender } from '../renders/size.ts'
import type { RenderedTemplate } from '../renders/template.ts'
import { rowsMax } from '../row-files/limits.ts'
import type { Rows } from '../row-files/rows.ts'
import type { Services } from '../services.ts'
import type { BatchAsked, BatchRequest } from './body.ts'
import { type Columns, columnsOfVariables, faultsOfRow, valuesOf } from './columns.ts'
import { faultsMax } from './given-rows.ts'
import { defaultPattern, fileNames, placeholdersOf } from './names.ts'
import { type BatchRow, storeBatch } from './store.ts'
import { templatesOf } from './templates.ts'

/** Number of rows that are parsed before the event loop continues. */
const rowsPerTick = 200
const unfinishedMax = 20

export type Received = { caller: Caller; author: Author; asked: BatchAsked; rows: Rows; areTexts: boolean }

/**
 * Stores a batch and its rows in many small transactions, hidden until they are complete. An incomplete batch
 * is deleted an hour later (purge-job.ts).
 * @returns the ID of the batch.
 * @throws {ApiError} `invalid` by column, and by row with `check: strict`.
 */
export async function receiveBatch(received: Received, services: Services): Promise<Uuid> {
  const { caller, author, asked } = received
  const { companyId } = caller
  const {
    template_ids,
    columns: mapping,
    name_pattern,
    sizes,
    external_id = null,
    metadata = {},
    ...request
  } = asked
  assertSizes(sizes, request)
  const { templates, palette } = await asCompany(services.db, companyId, async (trx) => {
    await assertRoom(trx, companyId, 'template_ids')
    const kit = await kitToRender(trx, companyId, request.brand_kit_id, {
      needsLogos: false,
      includesUnavailable: false,
    })
    return { templates: await templatesOf(trx, companyId, template_ids), palette: kit.palette }
  })
  assertTemplates(templates, received.rows, sizes, request)
  const definitions = templates.flatMap(({ variables }) => variables)
  const pattern = name_pattern ?? defaultPattern(templates.length, sizes?.length)
  const columns = columnsOfVariables({
    columns: received.rows.columns,
    mapping,
    pattern,
    definitions,
    placeholders: placeholdersOf(sizes !== null),
  })
  const rows = await rowsOf(received, templates, columns, pattern)
  if (request.check === 'strict') await assertValid(rows, templates, received.rows.columns, columns, palette)
  const batch = { templates, pattern, request, external_id, metadata }
  return storeBatch(services, caller, author, batch, rows)
}

/** @throws {ApiError} `invalid` on `field`. */
export async function assertRoom(trx: Trx, companyId: CompanyId, field: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from render_batches
    where company_id = ${companyId} and status in ('checking', 'rendering')`.execute(trx)
  if (rows[0]!.count >= unfinishedMax)
    throw invalid(field, `The limit of ${unfinishedMax} unfinished batches is reached.`)
}

type Sizes = BatchAsked['sizes']

/** @throws {ApiError} `invalid` for sizes that would be ignored or would make equal files. */
function assertSizes(sizes: Sizes, { format, width, height, scale }: BatchRequest) {
  if (!sizes) return
  if (format === 'svg' || format === 'pdf')
    throw invalid(
      'sizes',
      'The sizes field needs an image format, because SVG and PDF have the size of the template.',
    )
  if (width !== null || height !== null || scale !== 1)
    throw invalid('sizes', 'The sizes field cannot be combined with width, height or scale.')
}

function assertTemplates(
  templates: readonly RenderedTemplate[],
  { rows }: Rows,
  sizes: Sizes,
  request: BatchRequest,
) {
  if (rows.length * templates.length * (sizes?.length ?? 1) > rowsMax)
    throw invalid(
      'rows',
      `A batch must not have more than ${rowsMax.toLocaleString('en')} renders: rows times templates` +
        `${sizes ? ' times sizes' : ''}.`,
    )
  for (const template of templates)
    for (const size of sizes ?? [undefined]) {
      const body = drawnBody(request, size)
      assertDrawable(sizeToRender(template, body), body)
    }
}

/** The body of a render of the batch, without values. */
const drawnBody = (request: BatchRequest, size: NonNullable<Sizes>[number] | undefined) => ({
  ...request,
  ...size,
  variables: {},
  template_version: null,
  include_unavailable: false,
})

async function rowsOf(
  { rows: { rows, columns: names }, asked, areTexts }: Received,
  templates: readonly RenderedTemplate[],
  columns: Columns,
  pattern: string,
): Promise<BatchRow[]> {
  const nameOf = fileNames(pattern, asked.format, rows.length)
  const all: BatchRow[] = []
  for (const [at, cells] of rows.entries()) {
    if (at % rowsPerTick === rowsPerTick - 1) await setImmediate()
    const cell = (column: string) => cellText(cells[names.indexOf(column)])
    for (const template of templates) {
      const variables = valuesOf(cells, columns, template.variables, areTexts)
      for (const request of asked.sizes ?? [undefined]) {
        const size = request && sizeToRender(template, drawnBody(asked, request))
        all.push({
          row: at + 1,
          template,
          name: nameOf({ row: at + 1, template: template.name, cell, size }),
          variables,
          ...(request && { request }),
        })
      }
    }
  }
  return all
}

const cellText = (cell: unknown) =>
  typeof cell === 'string' || typeof cell === 'number' || typeof cell === 'boolean' ? String(cell) : ''

async function assertValid(
  rows: readonly BatchRow[],
  templates: readonly RenderedTemplate[],
  names: Rows['columns'],
  columns: Columns,
  palette: Parameters<typeof faultsOfRow>[3]['palette'],
) {
  const faults: Faults = Object.create(null)
  const definitions = new Map(templates.map(({ id, variables }) => [id, variables]))
  for (const [at, { row, template, variables }] of rows.entries()) {
    if (at % rowsPerTick === rowsPerTick - 1) await setImmediate()
    const found = faultsOfRow(row, variables, definitions.get(template.id)!, { columns, names, palette })
    Object.assign(faults, found)
    if (Object.keys(faults).length >= faultsMax) break
  }
  const named = Object.entries(faults).slice(0, faultsMax)
  if (named.length > 0) throw new ApiError('invalid', { faults: Object.fromEntries(named) })
}
