import type { Job } from '../api.gen.ts'
import { AtelierError } from '../errors.ts'
import type { Api } from '../http/api.ts'
import { call } from '../http/operations.ts'
import { sleep } from '../http/wait.ts'
import type { CallOptions } from '../options.ts'

/** Between two looks at a job: longer each time. */
const lookMsMin = 500
const lookMsMax = 5_000

/** Work that goes on after its request was answered. */
export function jobs(api: Api) {
  const get = (id: string, options?: CallOptions): Promise<Job> =>
    call(api, 'GET /api/jobs/{id}', { path: { id } }, options)

  /**
   * Waits for its end, for as long as it takes: a `signal` ends it sooner.
   * @throws {AtelierError} `unexpected`, with why, when it failed.
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
