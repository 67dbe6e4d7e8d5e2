import { once } from 'node:events'
import { setTimeout as wait } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'
import { createCompany } from '../../server/src/companies/queries.ts'
import { scopes } from '../../server/src/http/caller.ts'
import { newCaller, newCompany } from '../../server/test/support/companies.ts'
import { freshConfig, startOn } from '../../server/test/support/service.ts'
import type { Effort } from '../outcome.ts'
import { startPace } from '../soak/pace.ts'
import { jobsNow } from '../soak/samples.ts'
import { ownedCompany, owner } from '../soak/soak.ts'
import type { SoakTarget, Work } from '../soak/weighted-request.ts'
import { openWork } from '../soak/work.ts'
import { systemOn } from '../system.ts'
import { type Attack, type Attacker, companiesCount, type Use } from './attack.ts'
import type { Order, Tally } from './attacker.ts'
import { type AttackName, attacks } from './attacks.ts'

/**
 * The phases run in turn, each on its own server, so that an attack does not affect the next harmless phase.
 */
const rounds = 3
/** The requests per second during each attack. Each phase has more than a thousand. */
const requestsPerSecond = 80
/** Duration of the warm-up, in which code is compiled and connections are opened. */
const warmSeconds = 6
const quickSeconds = 2
/** Pause between phases, in which the server closes the connections of the first company. */
const settleSeconds = 3
const asked = ['warm page', 'cold page', 'one', 'search', 'write', 'introspection']

export type Phase = 'rest' | Use

/** Milliseconds of each response to the other company, and of each wait, by the name of the wait. */
export type Taken = { requests: number[]; waits: Record<string, number[]> }

export type Round = Record<Phase, Taken>

export type Measured = {
  rounds: Round[]
  /** Responses to the first enterprise during the attack. */
  tally: Tally
  /** Failed requests and waits of the other company in any phase. */
  errors: string[]
  /** Open jobs at the end of the attack. */
  jobsLeft: number
}

export async function measure(name: AttackName, effort: Effort): Promise<Measured> {
  const measured: Measured = { rounds: [], tally: {}, errors: [], jobsLeft: 0 }
  for (let round = 0; round < (effort === 'quick' ? 1 : rounds); round++)
    measured.rounds.push(await measureRound(name, effort, measured))
  return measured
}

async function measureRound(name: AttackName, effort: Effort, measured: Measured): Promise<Round> {
  const attack: Attack = attacks[name]
  const { system, first } = await openSystem(attack.env(effort))
  const { url } = await system.start()
  const target = { ...system.target, url }
  const companies = first.map((company): Attacker => ({ ...company, url }))
  const requests = (await openWork({ target, owner })).filter(({ name }) => asked.includes(name))
  const waits = (await attack.waits?.open(target)) ?? []
  const side: Side = {
    requests,
    waits,
    waitsPerSecond: attack.waits?.perSecond ?? 0,
    errors: measured.errors,
  }
  const seconds = effort === 'quick' ? quickSeconds : attack.seconds
  const order = { name, companies, effort }

  const warm = await startAttacker({ ...order, use: 'ordinary' })
  await take(side, 'warming up', effort === 'quick' ? 1 : warmSeconds)
  await warm()
  const rest = await take(side, 'at rest', seconds)
  const stopOrdinary = await startAttacker({ ...order, use: 'ordinary' })
  const ordinary = await take(side, 'during harmless use', seconds)
  await stopOrdinary()
  const stopHostile = await startAttacker({ ...order, use: 'hostile' })
  const hostile = await take(side, 'under attack', seconds)
  // The jobs are counted before the attacker releases its connections and jobs.
  measured.jobsLeft += await jobsNow(url)
  for (const [answer, count] of Object.entries(await stopHostile()))
    measured.tally[answer] = (measured.tally[answer] ?? 0) + count
  // The remaining jobs are not needed.
  await system.kill()
  return { rest, ordinary, hostile }
}

type Side = { requests: Work[]; waits: Work[]; waitsPerSecond: number; errors: string[] }

/** Runs the other company for this many seconds and records each duration. */
async function take(
  { requests, waits, waitsPerSecond, errors }: Side,
  when: string,
  seconds: number,
): Promise<Taken> {
  const paces = [startPace(requests, requestsPerSecond)]
  if (waits.length > 0) paces.push(startPace(waits, waitsPerSecond))
  await wait(seconds * 1_000)
  await Promise.all(paces.map((pace) => pace.stop()))
  errors.push(...paces.flatMap((pace) => pace.errors).map((error) => `${when}: ${error}`))
  const [ofRequests, ofWaits = {}] = paces.map((pace) => pace.took())
  return { requests: Object.values(ofRequests!).flat(), waits: ofWaits }
}

/**
 * @returns a function that stops the attacker and returns its responses. Resolves once the attacker has
 * started.
 */
async function startAttacker(order: Order): Promise<() => Promise<Tally>> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: order })
  await once(worker, 'message')
  return async () => {
    worker.postMessage('stop')
    const [tally] = await once(worker, 'message')
    await worker.terminate()
    await wait(settleSeconds * 1_000)
    return tally
  }
}

/** Opens the measured company, and an enterprise with its own companies. */
async function openSystem(env: Record<string, string>) {
  const config = await freshConfig(env)
  const service = await startOn(config)
  const other = await ownedCompany(service)
  const globex = await newCompany(service, 'Globex')
  const { enterpriseId, ownerId } = globex
  const first: Omit<SoakTarget, 'url'>[] = [credentialsOf(globex)]
  for (let n = 1; n < companiesCount; n++) {
    const companyId = await createCompany(service.db, enterpriseId, `Globex ${n}`)
    const client = { name: 'test', enterpriseId, companyId, ownerId, scopes }
    first.push(credentialsOf(await newCaller(service, client)))
  }
  await service.close()
  return { system: systemOn(config, other, env), first }
}

/** Copies the credentials without functions, which cannot be passed to a thread. */
const credentialsOf = ({ token, clientId, clientSecret }: Omit<SoakTarget, 'url'>) => ({
  token,
  clientId,
  clientSecret,
})
