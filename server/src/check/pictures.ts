import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change, type NewEvent } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import type { Queue } from '../services.ts'
import { askForPreview } from '../templates/preview-job.ts'
import type { Checking } from './context.ts'

export type Lost = { key: string; source: string; isDocument: boolean }

const author = (companyId: CompanyId) => ({ companyId, actor: { type: 'operator' as const } })

/**
 * Maximum number of renditions per commit, because other writes of the company wait for the commit. Each rendition may
 * enqueue one job.
 */
const redrawnAtOnce = 50

/** Deletes the rows of missing renditions and enqueues the rendering jobs again. */
export async function redraw({ db, queue }: Checking, companyId: CompanyId, lost: readonly Lost[]) {
  // The queue is opened here, because opening it uses the database, which the embedded engine cannot do
  // inside a transaction.
  const opened = await queue()
  for (let at = 0; at < lost.length; at += redrawnAtOnce)
    await redrawSome(db, opened, companyId, lost.slice(at, at + redrawnAtOnce))
}

function redrawSome(db: Db, queue: Queue, companyId: CompanyId, lost: readonly Lost[]) {
  const keys = lost.map(({ key }) => key)
  const of = (isDocument: boolean) => [
    ...new Set(lost.filter((one) => one.isDocument === isDocument).map(({ source }) => source)),
  ]
  return change(db, author(companyId), async (trx) => {
    const events = [
      ...(await forgetRenditions(trx, companyId, keys, of(false))),
      ...(await forgetPreviews(trx, companyId, keys)),
    ]
    await askAgain(queue, trx, companyId, of(false), of(true))
    return { result: undefined, events }
  })
}

/** Forgets missing renditions. A custom size is rendered again on request; the standard sizes have a job. */
async function forgetRenditions(
  trx: Trx,
  companyId: CompanyId,
  keys: string[],
  sources: string[],
): Promise<NewEvent[]> {
  await sql`delete from renditions where company_id = ${companyId} and key = any(${keys}::text[])`.execute(
    trx,
  )
  const { rows } = await sql<{ id: Uuid }>`
    update assets a set status = 'processing', renditions = '[]'
    where company_id = ${companyId} and file_key = any(${sources}::text[]) and status <> 'processing'
      and exists (
        select from jsonb_array_elements(a.renditions) r where r ->> 'key' = any(${keys}::text[])
      )
    returning id`.execute(trx)
  return rows.map(({ id }) => ({
    type: 'asset.updated',
    resourceType: 'asset',
    resourceId: id,
    data: { fields: ['renditions', 'status', 'thumbnail_url'] },
  }))
}

/** Clears both previews of a document, because one job renders both. */
async function forgetPreviews(trx: Trx, companyId: CompanyId, keys: string[]): Promise<NewEvent[]> {
  const isLost = sql`(thumbnail_key = any(${keys}::text[]) or preview_key = any(${keys}::text[]))`
  const none = sql`thumbnail_key = null, preview_key = null`
  await sql`update template_versions set ${none} where company_id = ${companyId} and ${isLost}`.execute(trx)
  const { rows } = await sql<{ id: Uuid }>`
    update templates set ${none} where company_id = ${companyId} and ${isLost} returning id`.execute(trx)
  return rows.map(({ id }) => ({
    type: 'template.updated',
    resourceType: 'template',
    resourceId: id,
    data: { fields: ['preview_url', 'thumbnail_url'] },
  }))
}

async function askAgain(
  queue: Queue,
  trx: Trx,
  companyId: CompanyId,
  files: readonly string[],
  documents: readonly string[],
) {
  for (const fileKey of files)
    if (await isAwaited(trx, companyId, fileKey))
      await queue.add(trx, 'asset.renditions', { companyId, fileKey }, { singletonKey: fileKey })
  for (const fileKey of documents) await askForPreview(trx, queue, { companyId, fileKey })
}

async function isAwaited(trx: Trx, companyId: CompanyId, fileKey: string): Promise<boolean> {
  const found = await trx
    .selectFrom('assets')
    .select('id')
    .where('company_id', '=', companyId)
    .where('file_key', '=', fileKey)
    .where('status', '=', 'processing')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Enqueues the pending renderings of an imported company, because an archive contains no jobs. */
export async function drawPending(
  { db, queue }: Pick<Checking, 'db' | 'queue'>,
  companyId: CompanyId,
): Promise<void> {
  const { files, documents } = await asCompany(db, companyId, async (trx) => ({
    files: await keys(
      trx,
      sql`select distinct file_key as key from assets where company_id = ${companyId} and status = 'processing'`,
    ),
    documents: await keys(
      trx,
      sql`select distinct file_key as key from template_versions
        where company_id = ${companyId} and preview_key is null`,
    ),
  }))
  if (files.length + documents.length === 0) return
  const opened = await queue()
  await asCompany(db, companyId, (trx) => askAgain(opened, trx, companyId, files, documents))
}

async function keys(trx: Trx, query: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`${query}`.execute(trx)
  return rows.map(({ key }) => key)
}
