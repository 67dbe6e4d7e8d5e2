import { setTimeout as wait } from 'node:timers/promises'
import { addMember } from '../../server/src/members/queries.ts'
import { password } from '../../server/test/support/accounts.ts'
import { newCompany } from '../../server/test/support/companies.ts'
import { freshConfig, type Service, startOn } from '../../server/test/support/service.ts'
import { systemOn } from '../system.ts'
import { borne, startPace } from './pace.ts'
import { openReceiver } from './receiver.ts'
import { jobsNow, processNow, type Sample } from './samples.ts'
import { faultsOf, type Limits, limits } from './verdict.ts'
import { openWork } from './work.ts'

/** The load as a share of the capacity. */
const loadPart = 0.5

export type Soaked = {
  samples: Sample[]
  kinds: string[]
  perSecond: number
  messages: number
  /** Each violation is one sentence. */
  faults: string[]
}

type Options = {
  seconds: number
  /** Duration of the capacity measurement. */
  trySeconds: number
  sampleSeconds: number
  limits?: Limits
  env?: Record<string, string>
  onSample?(sample: Sample): void
}

/** Runs a server under mixed load at 50 % of its capacity and records its figures over time. */
export async function soak({ seconds, trySeconds, sampleSeconds, ...options }: Options): Promise<Soaked> {
  const system = await openSystem(options.env)
  const { url, child } = await system.start()
  const target = { ...system.target, url }
  const work = await openWork({ target, owner })
  const receiver = await openReceiver(target)
  const { jobsGrowthMax, untoldGrowthMax } = { ...limits, ...options.limits }
  const jobsAtRest = await jobsNow(url)
  const isDone = async () =>
    (await receiver.untold()) <= untoldGrowthMax && (await jobsNow(url)) - jobsAtRest <= jobsGrowthMax
  // An overloaded server might not respond to the metrics request.
  const perSecond = loadPart * (await borne(work, trySeconds, () => isDone().catch(() => false)))
  const pace = startPace(work, perSecond)
  const samples: Sample[] = []
  const began = performance.now()
  const elapsed = () => (performance.now() - began) / 1_000
  while (elapsed() < seconds) {
    await wait(sampleSeconds * 1_000)
    const sample = {
      seconds: elapsed(),
      ...(await processNow(url, child.pid!, system.config.dataDirectory)),
      untold: await receiver.untold(),
      answered: pace.answered(),
      errors: pace.errors.length,
      latencies: pace.latencies(),
    }
    samples.push(sample)
    options.onSample?.(sample)
  }
  await pace.stop()
  const faults = [...faultsOf(samples, pace.errors, options.limits), ...(await receiver.faults())]
  await system.stop()
  const kinds = work.map(({ name }) => name)
  return { samples, kinds, perSecond, messages: receiver.messages(), faults }
}

export const owner = { email: 'owner@acme.example', password }

export async function ownedCompany(service: Service) {
  const acme = await newCompany(service, 'Acme')
  await addMember(service.db, acme.companyId, acme.ownerId, 'owner')
  return acme
}

async function openSystem(env: Record<string, string> = {}) {
  const all = { OUTBOUND_LOOPBACK: 'true', ...env }
  const config = await freshConfig(all)
  const service = await startOn(config)
  const acme = await ownedCompany(service)
  await service.close()
  return systemOn(config, acme, all)
}
