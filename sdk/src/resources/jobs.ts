import type { Job } from '../api.gen.ts'
import { AtelierError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import { polled } from '../http/poll.ts'
import type { CallOptions } from '../options.ts'

/** Background jobs. */
export function jobs(api: Api) {
  const get = (id: string, options?: CallOptions): Promise<Job> =>
    call(api, 'GET /api/jobs/{id}', { path: { id } }, options)

  /**
   * Waits until a job is done and returns it. There is no time limit; use a `signal` to stop waiting.
   * @throws {AtelierError} `unexpected`, with the reason, if the job fails.
   */
  async function finished(id: string, options?: CallOptions): Promise<Job> {
    const isOver = ({ status }: Job) => status === 'done' || status === 'failed'
    const job = await polled(() => get(id, options), isOver, options?.signal)
    if (job.status === 'failed')
      throw new AtelierError(`The job ${id} failed: ${job.error}`, { code: 'unexpected', body: job })
    return job
  }

  return { get, finished }
}
