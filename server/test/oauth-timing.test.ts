// Engines: postgres
import assert from 'node:assert/strict'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { createCacheVersions } from '../src/cache/cache-versions.ts'
import { createClient } from '../src/clients/create.ts'
import { newId, publicId } from '../src/ids.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { clientSecretPrefix, newToken } from '../src/secrets/tokens.ts'
import { chanceOfLonger } from './support/chance.ts'
import { newCompany } from './support/companies.ts'
import { behindProxy } from './support/people.ts'
import { atEnd, startService } from './support/service.ts'

const samples = 2_500
const warmups = 500

const service = await startService({ env: behindProxy })

test('checking a wrong secret takes the same time for an unknown client ID as for a known one', async () => {
  const { bySecret } = clientVerifier(
    service.db,
    clientCache(
      createCacheVersions(() => true),
      2 ** 20,
    ),
    () => [],
  )
  const known: string[] = []
  const unknown: string[] = []
  for (let n = 0; n < 10; n++) {
    const { clientId, clientSecret } = await newCompany(service, `Acme${n}`)
    known.push(clientId)
    unknown.push(publicId('client', newId()))
    // Caches the client, as after a request with the right secret.
    await bySecret(clientId, clientSecret)
  }
  const secret = newToken(clientSecretPrefix)
  const timeOf = async (id: string) => {
    const start = process.hrtime.bigint()
    await assert.rejects(bySecret(id, secret), { code: 'invalid_client' })
    return Number(process.hrtime.bigint() - start)
  }

  const knownTimes: number[] = []
  const unknownTimes: number[] = []
  for (let n = -warmups; n < samples; n++) {
    // Alternating, and each as often first as second, so that other load affects both equally.
    const pair = [known[Math.abs(n) % 10]!, unknown[Math.abs(n) % 10]!]
    const [first, second] = n % 2 === 0 ? pair : pair.toReversed()
    const times = [await timeOf(first!), await timeOf(second!)]
    if (n < 0) continue
    if (n % 2 !== 0) times.reverse()
    knownTimes.push(times[0]!)
    unknownTimes.push(times[1]!)
  }

  const chance = chanceOfLonger(knownTimes, unknownTimes)
  assert.ok(Math.abs(chance - 0.5) < 0.05, `a known ID is slower with probability ${chance.toFixed(3)}`)
})

const ids = 230
/**
 * The number of failures per ID and minute before responses are delayed. The first failure is for warm-up.
 */
const rounds = 10

// One connection, so that no measurement includes connecting.
const agent = new Agent({ keepAlive: true, maxSockets: 1 })
atEnd(async () => agent.destroy())

/** Each request has its own IP address, so that none is delayed. */
let addresses = 0
const nextAddress = () => `10.1.${addresses >> 8}.${addresses++ & 255}`

/** Nanoseconds until the response is complete. */
function answerTimeOf(clientId: string, secret: string): Promise<number> {
  const body = JSON.stringify({ client_id: clientId, client_secret: secret })
  const headers = { 'content-type': 'application/json', 'x-forwarded-for': nextAddress() }
  return new Promise((resolve, reject) => {
    const start = process.hrtime.bigint()
    request(`${service.url}/oauth/access-token`, { method: 'POST', agent, headers }, (response) => {
      assert.equal(response.statusCode, 401)
      response.resume().once('end', () => resolve(Number(process.hrtime.bigint() - start)))
    })
      .once('error', reject)
      .end(body)
  })
}

test('over HTTP a wrong secret takes the same time for an unknown client ID as for a known one', async () => {
  const acme = await newCompany(service, 'Asked')
  const pairs: [known: string, unknown: string][] = []
  for (let n = 0; n < ids; n++) {
    const { clientId } = await createClient(service.db, { ...acme, name: `Client ${n}` })
    pairs.push([clientId, publicId('client', newId())])
  }
  const secret = newToken(clientSecretPrefix)
  let longer = 0
  for (let round = 0; round < rounds; round++)
    for (const [at, pair] of pairs.entries()) {
      // Alternating, and each as often first as second, so that other load affects both equally.
      const first = (round + at) % 2
      const [one, other] = [
        await answerTimeOf(pair[first]!, secret),
        await answerTimeOf(pair[1 - first]!, secret),
      ]
      if (round > 0 && one > other === (first === 0)) longer++
    }

  // Compared in pairs, because other load slows both. Without a difference, the standard error is 0.011. With
  // one more query for known IDs, the result was 0.73 on a machine with ten times too much load.
  const chance = longer / (ids * (rounds - 1))
  assert.ok(Math.abs(chance - 0.5) < 0.06, `a known ID is slower with probability ${chance.toFixed(3)}`)
})
