import type { Job } from '../api.gen.ts'
import { AtelierError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import { sleep } from '../http/wait.ts'
import type { CallOptions } from '../options.ts'

/** Poll interval, which doubles up to the maximum. */
const lookMsMin = 500
const lookMsMax = 5_000

/** Work that continues in the background after the response. */
export function jobs(api: Api) {
  const get = (id: string, options?: CallOptions): Promise<Job> =>
    call(api, 'GET /api/jobs/{id}', { path: { id } }, options)

  /**
   * Waits until a job is done and returns it. There is no time limit; use a `signal` to stop waiting.
   * @throws {AtelierError} `unexpected`, with the reason, if the job fails.
   */
  async function finished(id: string, options?: CallOptions): Promise<Job> {
    for (let ms = lookMsMin; ; ms = Math.min(ms * 2, lookMsMax)) {
      const job = await get(id, options)
      if (job.status === 'failed')
        throw new AtelierError(`The job ${id} failed: ${job.error}`, { code: 'unexpected', body: job })
      if (job.status === 'done') return job
      await sleep(ms, options?.signal)
    }
  }

  return { get, finished }
}
