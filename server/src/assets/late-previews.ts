import type { Db } from '../db/database.ts'
import { drawnNow } from '../db/drawn.ts'
import { asCompany } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { previewedExtensions } from '../images/previews/kinds.ts'
import type { Queue } from '../services.ts'

/** Number of assets that change in one transaction. */
const assetsPerStep = 200

/**
 * Enqueues renditions of files without renditions, which an earlier version of the server could not render.
 * @param draws whether files with this extension can be rendered.
 * @returns the number of assets.
 */
export async function askForLatePreviews(
  { db, queue }: { db: Db; queue: Queue },
  companyId: CompanyId,
  draws: (extension: string) => boolean,
): Promise<number> {
  const extensions = previewedExtensions.filter(draws)
  let count = 0
  for (let after: Uuid | undefined; ; ) {
    const step = await asCompany(db, companyId, (trx) =>
      trx
        .selectFrom('assets')
        .select('id')
        .where('company_id', '=', companyId)
        .where('status', '=', 'ready')
        .where('renditions', '=', '[]' as never)
        .where('extension', 'in', extensions)
        .where('deleted_at', 'is', null)
        .$if(after !== undefined, (query) => query.where('id', '>', after!))
        .orderBy('id')
        .limit(assetsPerStep)
        .execute(),
    )
    const last = step.at(-1)
    if (!last) return count
    count += await askFor(
      { db, queue },
      companyId,
      step.map(({ id }) => id),
    )
    after = last.id
  }
}

function askFor({ db, queue }: { db: Db; queue: Queue }, companyId: CompanyId, ids: Uuid[]): Promise<number> {
  return change(db, { companyId, actor: { type: 'operator' as const } }, async (trx) => {
    const waiting = await trx
      .updateTable('assets')
      .set({ status: 'processing', ...drawnNow })
      .where('company_id', '=', companyId)
      .where('id', 'in', ids)
      .where('status', '=', 'ready')
      .returning(['id', 'file_key'])
      .execute()
    for (const fileKey of new Set(waiting.map(({ file_key }) => file_key)))
      await queue.add(trx, 'asset.renditions', { companyId, fileKey }, { singletonKey: fileKey })
    const events = waiting.map(({ id }) => ({
      type: 'asset.updated' as const,
      resourceType: 'asset' as const,
      resourceId: id,
      data: { fields: ['status'] },
    }))
    return { result: waiting.length, events }
  })
}
