import assert from 'node:assert/strict'
import { test } from 'node:test'
import { epochs } from '../src/cache/epochs.ts'
import { newId, publicId } from '../src/ids.ts'
import { clientCache } from '../src/oauth/client-cache.ts'
import { clientSecretPrefix, newToken } from '../src/oauth/tokens.ts'
import { clientVerifier } from '../src/oauth/verify-client.ts'
import { chanceOfLonger } from './support/chance.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const samples = 2_500
const warmups = 500

test('to look at a wrong secret takes as long for an unknown client id as for a known one', async () => {
  const service = await startService()
  const { bySecret } = clientVerifier(
    service.db,
    clientCache(
      epochs(() => true),
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
    // In memory, for whoever has the secret.
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
    // In turns, and each first as often as second: whatever the machine does meanwhile falls on both.
    const pair = [known[Math.abs(n) % 10]!, unknown[Math.abs(n) % 10]!]
    const [first, second] = n % 2 === 0 ? pair : pair.toReversed()
    const times = [await timeOf(first!), await timeOf(second!)]
    if (n < 0) continue
    if (n % 2 !== 0) times.reverse()
    knownTimes.push(times[0]!)
    unknownTimes.push(times[1]!)
  }

  const chance = chanceOfLonger(knownTimes, unknownTimes)
  assert.ok(Math.abs(chance - 0.5) < 0.05, `a known id takes longer with a chance of ${chance.toFixed(3)}`)
})
