import type { Trx } from '../db/tenancy.ts'
import { engine } from '../drawing/recipe.ts'
import { dayMs } from '../durations.ts'
import type { Author, NewEvent } from '../events/append.ts'
import { type CompanyId, newId, publicId, type Uuid } from '../ids.ts'
import type { RenderBody } from './body.ts'
import { type RenderUses, setRenderWords, wordsOfRender } from './search-terms.ts'
import type { Gathered, Outcome, Waiting } from './stages.ts'

export type NewRender = {
  gathered: Gathered
  body: RenderBody
  author: Author
  personId: Uuid | null
  outcome: Outcome
  uses: RenderUses
  batch?: { id: Uuid; row: number }
}

/** Inserts a render that is done, failed or waiting. */
export async function createRender(
  trx: Trx,
  companyId: CompanyId,
  { gathered, body, author, personId, outcome, uses, batch }: NewRender,
  now: Date,
  renderDays: number,
): Promise<{ id: Uuid; events: NewEvent[] }> {
  const { template, key, size, work } = gathered
  const id = newId(now)
  const { external_id = null, metadata = {}, ...request } = body
  const waiting: Waiting = {
    author,
    personId,
    keep: body.keep,
    template: { id: template.id, name: template.name },
    work,
  }
  await trx
    .insertInto('renders')
    .values({
      company_id: companyId,
      id,
      template_id: template.id,
      template_version: template.version,
      key,
      engine,
      format: work.recipe.target.format,
      ...size,
      page_count: work.recipe.target.format === 'pdf' ? template.pageCount : 1,
      ...columnsOf(outcome, now, renderDays),
      batch_id: batch?.id ?? null,
      batch_row: batch?.row ?? null,
      request: JSON.stringify(request),
      recipe: 'waits' in outcome ? JSON.stringify(waiting) : null,
      external_id,
      metadata: JSON.stringify(metadata),
      created_by: personId,
      updated_at: now,
    })
    .execute()
  await setRenderWords(trx, companyId, id, wordsOfRender(uses, findingsOf(outcome, body)))
  return { id, events: eventsOf(id, template.id, outcome) }
}

/** Findings of a render. None with `check: off`. */
export const findingsOf = (outcome: Outcome, { check }: Pick<RenderBody, 'check'>) =>
  'made' in outcome && check !== 'off' ? outcome.made.findings : []

export function columnsOf(outcome: Outcome, now: Date, renderDays: number) {
  if ('waits' in outcome) return { status: outcome.waits }
  const ended = { completed_at: now, expires_at: new Date(now.getTime() + renderDays * dayMs) }
  if ('failure' in outcome) return { status: 'failed' as const, failure: outcome.failure, ...ended }
  const { fileKey, thumbnailKey, width, height, pageCount, size, checksum, findings, cached } = outcome.made
  return {
    status: 'done' as const,
    file_key: fileKey,
    thumbnail_key: thumbnailKey,
    page_count: pageCount,
    findings: JSON.stringify(findings),
    ...{ width, height, size, checksum, cached, ...ended },
  }
}

export function eventsOf(id: Uuid, templateId: Uuid, outcome: Outcome): NewEvent[] {
  if ('waits' in outcome) return []
  const type = 'made' in outcome ? 'render.completed' : 'render.failed'
  const data = { template_id: publicId('template', templateId) }
  return [{ type, resourceType: 'render', resourceId: id, data }]
}
