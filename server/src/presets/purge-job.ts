import { sql } from 'kysely'
import type { Trx } from '../db/tenancy.ts'
import { hourMs } from '../durations.ts'
import { change } from '../events/append.ts'
import type { CompanyId, Uuid } from '../ids.ts'
import { hasLater } from '../jobs/has-later.ts'
import type { Job } from '../jobs/job.ts'
import type { Services } from '../services.ts'
import { allPresets } from './queries.ts'
import { focusParameter, specRange, specsOf } from './spec.ts'

/** Time for which an old preset is kept. Links and archives show it for up to a day. */
const delayHours = 25
const renditionsPerCommit = 500
const jobName = 'preset.purge'

/**
 * Deletes renditions of old versions of a preset once no link to them works. A later change has a later job, which
 * deletes all of them: until then, links to the version before that change still work.
 */
export const purgePreset: Job<{ companyId: CompanyId; presetId: Uuid }> = {
  name: jobName,
  attemptsMax: 5,
  timeoutSeconds: 1_800,
  concurrency: 2,
  async run({ companyId, presetId }, { db, storage, job }) {
    if (await hasLater(db, jobName, { field: 'presetId', value: presetId })) return undefined
    const author = { companyId, actor: { type: 'system' as const } }
    for (let more = true; more && !job.signal.aborted; ) {
      const keys = await change(db, author, async (trx) => ({
        result: await deleteFormer(trx, companyId, presetId),
        events: [],
      }))
      await storage.remove(keys)
      more = keys.length === renditionsPerCommit
    }
    return undefined
  },
}

/**
 * Enqueues the deletion at most once an hour, so that a preset that is changed in a loop does not fill the
 * queue.
 */
export async function purgeLater(
  { queue }: Pick<Services, 'queue'>,
  trx: Trx,
  { companyId, presetId, now }: { companyId: CompanyId; presetId: Uuid; now: Date },
) {
  const hour = Math.ceil(now.getTime() / hourMs)
  await queue.add(
    trx,
    jobName,
    { companyId, presetId },
    { startAfter: new Date((hour + delayHours) * hourMs), singletonKey: `${presetId} ${hour}` },
  )
}

/** @returns the keys of a batch of deleted renditions. */
async function deleteFormer(trx: Trx, companyId: CompanyId, presetId: Uuid): Promise<string[]> {
  const preset = (await allPresets(trx, companyId)).find(({ id }) => id === presetId)
  const current = preset ? specsOf(preset) : []
  const { from, to } = specRange(presetId)
  const { rows } = await sql<{ key: string }>`
    delete from renditions where company_id = ${companyId} and (source_key, spec) in (
      select source_key, spec from renditions
      where company_id = ${companyId} and spec like 'preset=%' and spec >= ${from} and spec < ${to}
        and split_part(spec, ${`&${focusParameter}=`}, 1) <> all(${current}::text[])
      limit ${renditionsPerCommit}
    ) returning key`.execute(trx)
  return rows.map(({ key }) => key)
}
