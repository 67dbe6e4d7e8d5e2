import { sql } from 'kysely'
import type { Finding } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { rightsFindingTypes } from './pictures.ts'
import { type RenderUses, usesIn } from './search-terms.ts'
import type { Made } from './stages.ts'

export type Known = { id: Uuid; made: Made; uses: RenderUses; expiresAt: Date; hidesFindings: boolean }

/** The newest render with this content key and a stored file. */
export async function renderWithKey(trx: Trx, companyId: CompanyId, key: string): Promise<Known | undefined> {
  const row = await trx
    .selectFrom('renders as r')
    .select(['r.id', 'r.file_key', 'r.thumbnail_key', 'r.width', 'r.height', 'r.page_count', 'r.size'])
    .select(['r.checksum', 'r.expires_at', 'r.request'])
    .select([
      sql<Finding[]>`r.findings`.as('findings'),
      sql<string[]>`array(
        select w.word from render_words w where w.company_id = r.company_id and w.id = r.id
      )`.as('words'),
    ])
    .where('r.company_id', '=', companyId)
    .where('r.key', '=', key)
    .where('r.file_key', 'is not', null)
    .orderBy('r.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const { id, file_key, thumbnail_key, page_count, width, height, size, checksum, expires_at } = row
  return {
    id,
    made: {
      fileKey: file_key!,
      thumbnailKey: thumbnail_key,
      pageCount: page_count,
      size: size!,
      checksum: checksum!,
      ...{ width, height },
      findings: row.findings.filter(({ type }) => !rightsFindingTypes.includes(type)),
      cached: true,
    },
    uses: usesIn(row.words),
    expiresAt: expires_at!,
    hidesFindings: row.request.check === 'off',
  }
}
