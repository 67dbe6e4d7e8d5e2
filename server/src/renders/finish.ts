import type { Trx } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Services } from '../services.ts'
import type { Keep, RenderBody } from './body.ts'
import { columnsOf, eventsOf, findingsOf } from './create.ts'
import { addKeptAsset, keepFile } from './keep.ts'
import { setRenderWords, wordsOfRender } from './search-terms.ts'
import type { Ended, Waiting } from './stages.ts'

/**
 * Records the outcome of a waiting render once, because the first result wins. If the render is to be kept,
 * its asset is created in the same commit.
 */
export async function finishRender(
  services: Services,
  companyId: CompanyId,
  id: Uuid,
  { author, personId, keep, template }: Waiting,
  { outcome, uses }: Ended,
): Promise<void> {
  const file =
    keep && 'made' in outcome ? await keepFile(services, companyId, outcome.made.fileKey) : undefined
  const finishing = (keep: Keep | null) => async (trx: Trx) => {
    const now = new Date()
    const row = await trx
      .updateTable('renders')
      .set({ ...columnsOf(outcome, now, services.renderDays), recipe: null, updated_at: now })
      .where('company_id', '=', companyId)
      .where('id', '=', id)
      .where('status', 'in', ['queued', 'rendering'])
      .returning('request')
      .executeTakeFirst()
    if (!row) return { result: undefined, events: [] }
    const findings = findingsOf(outcome, row.request as Pick<RenderBody, 'check'>)
    await setRenderWords(trx, companyId, id, wordsOfRender(uses, findings))
    const events: NewEvent[] = eventsOf(id, template.id, outcome)
    if (keep && file) {
      const render = { id, templateId: template.id, templateName: template.name, uses }
      await addKeptAsset(trx, companyId, { render, file, keep, personId, now, services, events })
    }
    return { result: undefined, events }
  }
  try {
    await change(services.db, author, finishing(keep))
  } catch (error) {
    // The folder or the quota has changed in the meantime. The render itself is valid.
    if (!keep || !(error instanceof ApiError && error.code === 'invalid')) throw error
    await change(services.db, author, finishing(null))
  }
}
