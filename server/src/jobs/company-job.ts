import type { CompanyId } from '../ids.ts'
import type { Job, JobContext } from './job.ts'

/** Maximum number of companies in progress, which limits open resources. */
const companiesAtOnce = 100

/** A periodic job that runs for each company, in steps of bounded length. */
export type CompanyJob = Job & { steps: Steps }

/** Each step ends with a `yield`, after which a step of another company runs. */
type Steps = (context: JobContext, companyId: CompanyId) => AsyncIterable<unknown>

type Fields = Pick<Job, 'name' | 'everySeconds' | 'timeoutSeconds'> & {
  attemptsMax?: number
  steps: Steps
  /** Work that runs once, concurrently with the steps. */
  beside?(context: JobContext): Promise<void>
}

/**
 * Companies run round robin, step by step, so that a company with much work does not delay the others. If a step fails,
 * its company is skipped while the others continue. The job then fails at its end and is retried.
 */
export const companyJob = ({ beside, ...job }: Fields): CompanyJob => ({
  attemptsMax: 5,
  concurrency: 1,
  hasNoCompany: true,
  ...job,
  async run(_, context) {
    const once = beside?.(context)
    // The failure is reported at the end.
    once?.catch(() => {})
    const companies = await context.db.selectFrom('companies').select('id').orderBy('id').execute()
    const errors = await roundRobin(
      companies.map(({ id }) => id),
      (id) => job.steps(context, id),
      context.job.signal,
    )
    await once
    if (errors.length > 0) throw errors[0]
    return undefined
  },
})

async function roundRobin(
  companies: readonly CompanyId[],
  stepsOf: (id: CompanyId) => AsyncIterable<unknown>,
  signal: AbortSignal,
): Promise<unknown[]> {
  let begun = 0
  const errors: unknown[] = []
  let atWork: AsyncIterator<unknown>[] = []
  for (;;) {
    for (; atWork.length < companiesAtOnce && begun < companies.length; begun++)
      atWork.push(stepsOf(companies[begun]!)[Symbol.asyncIterator]())
    if (atWork.length === 0) return errors
    const unfinished: typeof atWork = []
    for (const steps of atWork) {
      if (signal.aborted) {
        await steps.return?.()
        continue
      }
      const isDone = await steps.next().then(
        ({ done }) => done,
        (error) => errors.push(error),
      )
      if (!isDone) unfinished.push(steps)
    }
    if (signal.aborted) {
      for (const steps of unfinished) await steps.return?.()
      return errors
    }
    atWork = unfinished
  }
}
