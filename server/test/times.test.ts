// Engines: embedded
// Times in requests: every notation that ISO 8601 has for the same time means the same.
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { picture, upload } from './support/uploads.ts'

process.env.TZ = 'America/New_York'
const service = await startService()
const acme = await newCompany(service, 'Acme')
const { body: uploaded } = await upload(service, acme, { bytes: await picture() })
const asset = uploaded.data

const same = [
  '2031-05-01T10:00:00Z',
  '2031-05-01T10:00:00.000Z',
  '2031-05-01T12:00:00+02:00',
  '2031-05-01T12:00:00+0200',
  '2031-05-01T06:30:00-03:30',
  '2031-05-01T10:00:00',
  '2031-05-01T10:00',
]

// Holds R-WIRE-6.
describe('a time', () => {
  test('a time has the same meaning in each notation of the offset, and is in UTC without an offset', async () => {
    for (const time of same) {
      const { body, text } = await acme.patch(`/api/assets/${asset.id}`, { expires_at: time })
      assert.equal(body.data?.expires_at, '2031-05-01T10:00:00.000Z', `${time} ${text}`)
      const found = async (name: string, value: string) => {
        const { status, body, text } = await acme.get(`/api/assets?${name}=${encodeURIComponent(value)}`)
        assert.equal(status, 200, `${value} ${text}`)
        return body.data.length
      }
      assert.equal(await found('expires_before', time), 0, time)
      assert.equal(await found('expires_after', time), 0, time)
      assert.equal(await found('expires_before', time.replace('2031', '2032')), 1, time)
      assert.equal(await found('expires_after', time.replace('2031', '2030')), 1, time)
    }
  })

  test('as a date is its start in UTC', async () => {
    const { body } = await acme.patch(`/api/assets/${asset.id}`, { expires_at: '2031-05-01' })
    assert.equal(body.data.expires_at, '2031-05-01T00:00:00.000Z')
  })

  test('a time in a URL with an unescaped plus sign is refused, with the way to write it', async () => {
    const { status, body } = await acme.get('/api/assets?created_since=2026-01-01T00:00:00+02:00')
    assert.equal(status, 422)
    assert.deepEqual(body, {
      created_since: [
        'The created since field must be an ISO 8601 date or time. Write the plus sign of the offset as %2B in a URL.',
      ],
    })
  })

  test('a time is rejected if it does not exist or is not ISO 8601', async () => {
    for (const time of [
      '2031-02-30',
      '2031-02-30T00:00:00Z',
      '2031-05-01T25:00:00Z',
      '2031-05-01T10:00:00+25:00',
      '2031-05-01 10:00:00',
      '2031-05-01T10:00:00 +02:00',
      '01.05.2031',
      'Thu, 01 May 2031 10:00:00 GMT',
      '1935481200',
      '',
    ]) {
      const inQuery = await acme.get(`/api/assets?created_since=${encodeURIComponent(time)}`)
      const expected = { created_since: ['The created since field must be an ISO 8601 date or time.'] }
      assert.deepEqual([inQuery.status, inQuery.body], [422, expected], time)
      const inBody = await acme.patch(`/api/assets/${asset.id}`, { expires_at: time })
      assert.deepEqual([inBody.status, Object.keys(inBody.body)], [422, ['expires_at']], time)
    }
  })
})
