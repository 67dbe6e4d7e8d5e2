import { z } from 'zod'
import { type AskedAssets, askAssets, assetParameters } from '../assets/body-filter.ts'
import { assets } from '../assets/queries.ts'
import { lookUpAssetFilters } from '../assets/resource.ts'
import { asCompany } from '../db/tenancy.ts'
import { newestSeq } from '../events/feed.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { endsOf } from '../http/endpoints/pagination.ts'
import { flag, idList, languageList } from '../http/schemas/query-parameters.ts'
import type { CompanyId } from '../ids.ts'
import { definitionsOf } from '../property-values/definitions.ts'
import { csvLine } from '../row-files/csv-line.ts'
import type { Position } from '../secrets/cursor-signer.ts'
import type { Services } from '../services.ts'
import { columnsFor } from './columns.ts'

const exportedMax = 100_000
const rowsAtOnce = 200
const csvType = 'text/csv; charset=utf-8'

/** Marks UTF-8 for spreadsheet programs that otherwise assume another encoding. */
const byteOrderMark = '\uFEFF'

export const exportAssets = endpoint({
  operationId: 'exportAssets',
  method: 'GET',
  path: '/assets.csv',
  scope: 'assets:read',
  group: 'Assets',
  summary: 'Export assets as CSV',
  description:
    `Returns up to ${exportedMax.toLocaleString('en')} assets that match the filters, newest first, with their ` +
    'fields, tags and custom properties as columns, and the translations into `languages`. To change the assets, edit the cells and send the file to ' +
    '`POST /api/asset-tables`. A cell that a spreadsheet would interpret as a formula starts with an apostrophe, ' +
    'which the import removes.',
  query: z.object({
    ...assetParameters,
    ids: idList('asset').optional().describe('Up to 100 comma-separated IDs of assets to export.'),
    languages: languageList
      .optional()
      .describe(
        'Comma-separated language tags (BCP 47), such as `de,pt-BR`. The file has three columns for each: ' +
          '`translations.de.name`, `translations.de.description` and `translations.de.alt_text`.',
      ),
    bom: flag
      .optional()
      .describe('Whether the file starts with a byte order mark, which Excel needs to recognize UTF-8.'),
  }),
  media: { [csvType]: z.string() },
  async handle({ caller: { companyId }, query }, services) {
    const { ids, bom = false, languages = [], ...filters } = query
    const found = await lookUpAssetFilters(services.db, companyId, { ...askAssets(filters), ids })
    const body = linesOf(services, companyId, found, { languages, bom })
    const { newest } = await newestSeq(services.db, companyId)
    return { type: csvType, name: 'assets.csv', body, state: stateOf(companyId, newest, query) }
  },
})

/** Every change of a cell has an event. The availability also changes with time. */
const stateOf = (companyId: CompanyId, newest: number, query: { availability?: unknown }) =>
  JSON.stringify([companyId, newest, query, query.availability !== undefined && Date.now()])

/** Yields the lines page by page, so that neither the database nor memory holds all of them. */
async function* linesOf(
  { db }: Services,
  companyId: CompanyId,
  filters: AskedAssets,
  { languages, bom }: { languages: readonly string[]; bom: boolean },
) {
  const definitions = await asCompany(db, companyId, (trx) => definitionsOf(trx, companyId, 'asset'))
  const columns = columnsFor(definitions, languages)
  yield (bom ? byteOrderMark : '') + csvLine(columns.map(({ name }) => name))
  const request = { sort: 'created_at', descending: true, limit: rowsAtOnce, filters }
  let from: Position | undefined
  for (let sent = 0; sent < exportedMax; sent += rowsAtOnce) {
    const range = { limit: rowsAtOnce, ...(from && { from }) }
    const { rows, more } = await assets.page(db, companyId, { ...request, ...range })
    yield rows.map((row) => csvLine(columns.map((column) => column.of(row)))).join('')
    const { next } = endsOf(rows, more, range)
    if (!next) return
    from = next
  }
}
