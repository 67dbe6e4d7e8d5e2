import { polled } from '../../sdk/src/http/poll.ts'
import type { Job } from '../../sdk/src/index.ts'
import { changeText as text } from './strings/large-changes.ts'
import { notifyError, notifyProgress } from './ui/notify.tsx'

/**
 * Shows the progress of a large change until its job has ended. Changes arrive through the feed.
 * @returns whether the job is done.
 */
export async function showProgress(begun: Job, get: (id: string) => Promise<Job>): Promise<boolean> {
  const shown = notifyProgress(text.names[begun.type] ?? text.other)
  const look = async () => {
    const job = await get(begun.id)
    shown.set(job.progress)
    return job
  }
  try {
    const { status } = await polled(look, isOver, undefined)
    if (status === 'failed') notifyError(new Error(text.failed))
    return status === 'done'
  } catch (error) {
    // The job still runs, but its progress is unknown.
    notifyError(error, text.unknown)
    return false
  } finally {
    shown.close()
  }
}

const isOver = ({ status }: Job) => status === 'done' || status === 'failed'
