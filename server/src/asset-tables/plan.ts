import { didYouMean, nearName } from '@atelier/filling/near-name'
import { sql } from 'kysely'
import type { z } from 'zod'
import { assertPeriod } from '../assets/availability.ts'
import { assetChange } from '../assets/body.ts'
import { assets } from '../assets/queries.ts'
import { asCompany } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { invalid } from '../http/schemas/validation.ts'
import { type CompanyId, parseId, publicId, type Uuid } from '../ids.ts'
import { definitionsOf } from '../property-values/definitions.ts'
import { membersNamed } from '../property-values/members-named.ts'
import { parseValue } from '../property-values/parse.ts'
import type { Definition } from '../property-values/types.ts'
import { withoutApostrophes } from '../row-files/csv-line.ts'
import type { Rows } from '../row-files/rows.ts'
import type { Services } from '../services.ts'
import {
  type Column,
  columnsFor,
  folderColumn,
  idColumn,
  languagesIn,
  type Row,
  versionColumn,
} from './columns.ts'

const assetsAtOnce = 100

type Input = z.input<typeof assetChange>

/** A cell with an error. Rows are counted from 1, without the header. */
export type CellFault = { row: number; column: string; message: string }
export type ChangedCell = { column: string; from: string; to: string }
/** The changes to one asset. `revisedAt` is the time of the asset's last change before the import. */
export type RowChange = {
  row: number
  id: Uuid
  name: string
  revisedAt: string
  cells: ChangedCell[]
  change: Input
}
export type Plan = { rows: number; changes: RowChange[]; faults: CellFault[]; propertyIds: Uuid[] }

/**
 * Compares a table with the assets. Only cells that differ from the asset are changes.
 * @throws {ApiError} `invalid` on `file` for a table without the column `id`, or with unknown columns.
 */
export async function planOf({ db }: Services, companyId: CompanyId, table: Rows): Promise<Plan> {
  const definitions = await asCompany(db, companyId, (trx) => definitionsOf(trx, companyId, 'asset'))
  const columns = namedColumns(table.columns, definitions)
  const [idAt, folderAt, versionAt] = [idColumn, folderColumn, versionColumn].map((name) =>
    table.columns.indexOf(name),
  ) as [number, number, number]
  const plan: Plan = { rows: table.rows.length, changes: [], faults: [], propertyIds: [] }
  const seen = new Set<Uuid>()
  const folders = new Map<string, Uuid | undefined>()
  for (let start = 0; start < table.rows.length; start += assetsAtOnce) {
    const cells = table.rows.slice(start, start + assetsAtOnce).map((row) => row.map(textOf))
    const ids = cells.map((row) => parseId('asset', row[idAt]?.trim() ?? ''))
    const found = await assetsOf(
      db,
      companyId,
      ids.filter((id) => id !== undefined),
    )
    await findFolders(
      db,
      companyId,
      folders,
      cells.map((row) => row[folderAt] ?? ''),
    )
    for (const [at, row] of cells.entries()) {
      const number = start + at + 1
      const id = ids[at]
      const asset = id && found.get(id)
      if (!asset)
        plan.faults.push({ row: number, column: idColumn, message: 'There is no asset with this ID.' })
      else if (seen.has(id))
        plan.faults.push({ row: number, column: idColumn, message: 'Another row has this ID.' })
      else {
        seen.add(id)
        compare(plan, { number, row, version: row[versionAt]?.trim(), asset, columns, folders, definitions })
      }
    }
  }
  await checkPeople(db, companyId, plan, definitions)
  plan.propertyIds = definitions
    .filter(({ key }) => plan.changes.some(({ change }) => Object.hasOwn(change.properties ?? {}, key)))
    .map(({ id }) => id)
  const wrong = new Set(plan.faults.map(({ row }) => row))
  plan.changes = plan.changes.filter(({ row }) => !wrong.has(row))
  return plan
}

/** Undefined for a missing member of an NDJSON row, which does not change the asset. */
const textOf = (value: unknown): string | undefined =>
  value === null ? undefined : withoutApostrophes(typeof value === 'string' ? value : JSON.stringify(value))

function namedColumns(names: readonly string[], definitions: readonly Definition[]): Column[] {
  if (!names.includes(idColumn))
    throw invalid('file', 'The file needs a column id with the IDs of the assets.')
  const known = new Map(columnsFor(definitions, languagesIn(names)).map((column) => [column.name, column]))
  return names.map((name) => {
    const column = known.get(name)
    if (column) return column
    const near = nearName(name, [...known.keys()])
    throw invalid('file', `The column ${name.slice(0, 60)} is not known here.${didYouMean(near)}`)
  })
}

async function assetsOf(db: Services['db'], companyId: CompanyId, ids: Uuid[]): Promise<Map<Uuid, Row>> {
  if (ids.length === 0) return new Map()
  const { rows } = await assets.page(db, companyId, {
    sort: 'created_at',
    descending: true,
    limit: assetsAtOnce,
    filters: { ids },
  })
  return new Map(rows.map((row) => [row.id, row]))
}

async function findFolders(
  db: Services['db'],
  companyId: CompanyId,
  folders: Map<string, Uuid | undefined>,
  paths: readonly string[],
) {
  const asked = [...new Set(paths.map((path) => path.trim()))].filter((path) => !folders.has(path))
  if (asked.length === 0) return
  const { rows } = await asCompany(db, companyId, (trx) =>
    sql<{ id: Uuid; path: string }>`
      select id, path from folders
      where company_id = ${companyId} and path = any(${asked}::text[]) and deleted_at is null`.execute(trx),
  )
  const found = new Map(rows.map(({ id, path }) => [path, id]))
  for (const path of asked) folders.set(path, found.get(path))
}

type Compared = {
  number: number
  row: (string | undefined)[]
  /** The time of the last change before the export, if the table has it. */
  version: string | undefined
  asset: Row
  columns: Column[]
  folders: ReadonlyMap<string, Uuid | undefined>
  definitions: readonly Definition[]
}

function compare(plan: Plan, { number, row, version, asset, columns, folders, definitions }: Compared) {
  const change: Input = {}
  const cells: ChangedCell[] = []
  const fault = (column: string, message: string) =>
    plan.faults.push({ row: number, column, message: sentence(message) })
  for (const [at, column] of columns.entries()) {
    const [from, to] = [column.of(asset), row[at]]
    if (!column.set || to === undefined || isSame(from, to)) continue
    cells.push({ column: column.name, from, to })
    if (column.name !== folderColumn) column.set(change, to, asset)
    else if (to.trim() === '/' || to.trim() === '') change.folder_id = null
    else {
      const folder = folders.get(to.trim())
      if (folder) change.folder_id = publicId('folder', folder)
      else fault(folderColumn, `There is no folder ${to.slice(0, 200)}.`)
    }
  }
  if (cells.length === 0) return
  if (version && Date.parse(version) !== Date.parse(asset.revised_at))
    fault(versionColumn, 'The asset was changed since the export. Export it again.')
  for (const [column, message] of faultsOf(change, asset, definitions)) fault(column, message)
  plan.changes.push({
    row: number,
    id: asset.id,
    name: asset.name,
    revisedAt: asset.revised_at,
    cells,
    change,
  })
}

/** Messages of schemas continue a sentence (http/schemas/validation.ts). */
const sentence = (message: string) => (/^[a-z]/.test(message) ? `The value ${message}` : message)

const lines = (text: string) => text.replaceAll('\r\n', '\n').trim()
const isSame = (one: string, other: string) => one === other || lines(one) === lines(other)

function faultsOf(change: Input, asset: Row, definitions: readonly Definition[]): Map<string, string> {
  const faults = new Map<string, string>()
  const parsed = assetChange.safeParse(change)
  if (!parsed.success)
    for (const { path, message } of parsed.error.issues) {
      faults.set(columnAt(path), message)
    }
  else faultOfPeriod(parsed.data, asset, faults)
  for (const definition of definitions) {
    const { key } = definition
    const given = change.properties as Record<string, unknown> | undefined
    if (!given || !Object.hasOwn(given, key)) continue
    const value = parseValue(definition, given[key])
    if ('message' in value) faults.set(`properties.${key}`, value.message)
    else if ('rows' in value && value.rows.length === 0 && definition.is_required)
      faults.set(`properties.${key}`, 'is required.')
  }
  return faults
}

/** Returns the name of the column that sets the value at a path of a change. */
function columnAt([first, ...rest]: readonly PropertyKey[]): string {
  if (first === 'folder_id') return folderColumn
  return first === 'properties' || first === 'translations' ? [first, ...rest].join('.') : String(first)
}

function faultOfPeriod(change: z.output<typeof assetChange>, asset: Row, faults: Map<string, string>) {
  const timeOf = (name: 'available_from' | 'expires_at') =>
    change[name] === undefined ? dateOrNull(asset[name]) : change[name]
  try {
    assertPeriod({ available_from: timeOf('available_from'), expires_at: timeOf('expires_at') }, change)
  } catch (error) {
    if (!(error instanceof ApiError) || !error.extras.faults) throw error
    for (const [column, [message]] of Object.entries(error.extras.faults)) faults.set(column, message!)
  }
}

const dateOrNull = (time: string | null) => (time === null ? null : new Date(time))

async function checkPeople(
  db: Services['db'],
  companyId: CompanyId,
  plan: Plan,
  definitions: readonly Definition[],
) {
  const keys = definitions.filter(({ type }) => type === 'person').map(({ key }) => key)
  const named = plan.changes.flatMap(({ row, change }) =>
    keys.flatMap((key) => {
      const value = (change.properties as Record<string, unknown> | undefined)?.[key]
      return typeof value === 'string' ? [{ row, key, value }] : []
    }),
  )
  if (named.length === 0) return
  const members = await asCompany(db, companyId, (trx) =>
    membersNamed(
      trx,
      companyId,
      named.map(({ value }) => value),
    ),
  )
  for (const { row, key, value } of named)
    if (!members.has(value))
      plan.faults.push({
        row,
        column: `properties.${key}`,
        message: 'The value must be the id or the e-mail address of a member.',
      })
}
