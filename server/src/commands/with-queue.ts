import { jobs } from '../background-jobs.ts'
import type { Database } from '../db/database.ts'
import { openQueue } from '../jobs/queue.ts'
import type { Queue } from '../services.ts'

/** Runs a command that may enqueue jobs for a server. The queue is opened at its first use. */
export async function withQueue<T>(
  { db, notifications }: Pick<Database, 'db' | 'notifications'>,
  work: (queue: () => Promise<Queue>) => Promise<T>,
): Promise<T> {
  let opened: ReturnType<typeof openQueue> | undefined
  try {
    return await work(async () => {
      opened ??= openQueue(db, notifications, jobs)
      return (await opened).queue
    })
  } finally {
    await (await opened)?.close(0)
  }
}
