// Engines: postgres in CI
// The SDK compares names as the server does.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { newCompany } from '../../server/test/support/companies.ts'
import { startService } from '../../server/test/support/service.ts'
import { isSameName } from '../src/index.ts'

const service = await startService()
const acme = await newCompany(service, 'Acme')

const pairs = [
  ['Café', 'cafe'],
  ['Straße', 'STRASSE'],
  ['ﬁlm', 'Film'],
  ['İstanbul', 'istanbul'],
  ['Ärger', 'Arger'],
  ['한글', '한글'.normalize('NFD')],
  ['Ωmega', 'ωMEGA'],
  ['a-b', 'a b'],
  ['２０２６', '2026'],
  ['バス', 'ハス'],
  ['мой', 'мои'],
  ['Año', 'Ano'],
  ['A  B', 'a b'],
  ['Post\u200cer', 'Poster'],
  ['ΟΔΟΣ', 'οδος'],
] as const

for (const [one, other] of pairs)
  test(`"${one}" and "${other}" are equal for the SDK if they are for the server`, async () => {
    const parent = await acme.post('/api/folders', { name: `${one} ${other}` })
    const make = (name: string) => acme.post('/api/folders', { name, parent_id: parent.body.data.id })
    assert.equal((await make(one)).status, 201)
    assert.equal((await make(other)).status, isSameName(one, other) ? 422 : 201)
  })
