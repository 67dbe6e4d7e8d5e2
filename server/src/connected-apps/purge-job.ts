import type { Job, JobContext } from '../jobs/job.ts'
import { purgeApps } from './apps.ts'
import { deleteEnded, endedConnections } from './connections.ts'
import { purgeGrants } from './grants.ts'

const rowsPerBatch = 1_000

/** Deletes expired grants, connections that no grant or token keeps alive, and apps without connections. */
export const purgeConnectedApps: Job = {
  name: 'connected_apps.purge',
  attemptsMax: 5,
  timeoutSeconds: 600,
  concurrency: 1,
  everySeconds: 3_600,
  async run(_, context) {
    const { db } = context
    await untilNotFull(context, () => purgeGrants(db, rowsPerBatch))
    await untilNotFull(context, async () => {
      const ended = await endedConnections(db, rowsPerBatch)
      for (const id of ended) await deleteEnded(db, id)
      return ended.length
    })
    await untilNotFull(context, () => purgeApps(db, rowsPerBatch))
  },
}

async function untilNotFull({ job }: JobContext, purge: () => Promise<number>) {
  while (!job.signal.aborted && (await purge()) === rowsPerBatch);
}
