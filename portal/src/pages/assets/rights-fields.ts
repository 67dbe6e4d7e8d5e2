import type { Job } from '../../../../sdk/src/index.ts'
import type { Api } from '../../api.ts'
import { assetText as text } from '../../strings/assets.ts'
import { uiText } from '../../strings/ui.ts'
import type { Kind } from '../properties/property-input.tsx'
import type { Given } from '../properties/values.ts'

const names = ['copyright', 'license', 'usage_terms', 'available_from', 'expires_at'] as const

export type RightsName = (typeof names)[number]

const labels: Record<RightsName, string> = {
  copyright: text.copyright,
  license: text.license,
  usage_terms: text.usageTerms,
  available_from: text.availableFrom,
  expires_at: text.expiresAt,
}

const isDay = (name: RightsName) => name === 'available_from' || name === 'expires_at'

export const rightsFields: (Kind & { name: RightsName })[] = names.map((name) => ({
  name,
  label: labels[name],
  type: isDay(name) ? 'date' : name === 'usage_terms' ? 'long_text' : 'text',
  options: [],
  help: isDay(name) ? text.dayHint : null,
  is_required: false,
}))

/** Rights to set. Null removes a value. A day begins in UTC. */
export type GivenRights = Partial<Record<RightsName, Given>>

export type RightsValues = Partial<Record<RightsName, string | null>>

export const rightsFrom = (given: GivenRights): RightsValues =>
  Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      isDay(name as RightsName) && typeof value === 'string' ? new Date(value).toISOString() : value,
    ]),
  )

export type RightsRow = { id: string } & RightsValues

/** Maximum number of assets that a table can change, as in the API. */
const rowsMax = 5_000

/**
 * Sets rights of many assets, each with its own values, as an import of a table does. Call `checkRights` first:
 * assets with an invalid value are skipped.
 * @returns the jobs that finish the change.
 */
export async function setRights(api: Api, rows: readonly RightsRow[]): Promise<Job[]> {
  const jobs: Job[] = []
  for (let at = 0; at < rows.length; at += rowsMax) {
    // An asset that was deleted meanwhile is an error in its row. The others are changed.
    const { job } = await send(api, rows.slice(at, at + rowsMax), { apply: true, skip_faults: true })
    if (job) jobs.push(job)
  }
  return jobs
}

/** @throws if a value is invalid for one of the assets, such as an end before its beginning. Nothing is changed. */
export async function checkRights(api: Api, rows: readonly RightsRow[]): Promise<void> {
  for (let at = 0; at < rows.length; at += rowsMax) {
    const { faults } = await send(api, rows.slice(at, at + rowsMax), {})
    for (const { column, message } of faults) {
      const name = names.find((one) => one === column)
      if (name) throw new Error(labels[name] + uiText.colon + message)
    }
  }
}

const send = (api: Api, rows: readonly RightsRow[], fields: { apply?: boolean; skip_faults?: boolean }) =>
  api.assets.updateFromTable(rows.map((row) => `${JSON.stringify(cellsOf(row))}\n`).join(''), fields, {
    fileName: 'assets.ndjson',
  })

/** An empty cell removes a value. */
const cellsOf = (row: RightsRow) =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [name, value ?? '']))
