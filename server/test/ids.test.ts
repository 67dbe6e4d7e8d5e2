// Engines: embedded
import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import fc from 'fast-check'
import { earliestId, type IdKind, idPrefixes, newId, parseId, publicId } from '../src/ids.ts'
import { forRuns } from './support/fuzz.ts'

const kinds = Object.keys(idPrefixes) as IdKind[]

/** Test vectors of the TypeID specification 0.3.0 (spec/valid.yml): suffix and UUID. */
const valid = {
  nil: ['00000000000000000000000000', '00000000-0000-0000-0000-000000000000'],
  one: ['00000000000000000000000001', '00000000-0000-0000-0000-000000000001'],
  ten: ['0000000000000000000000000a', '00000000-0000-0000-0000-00000000000a'],
  sixteen: ['0000000000000000000000000g', '00000000-0000-0000-0000-000000000010'],
  'thirty-two': ['00000000000000000000000010', '00000000-0000-0000-0000-000000000020'],
  'max-valid': ['7zzzzzzzzzzzzzzzzzzzzzzzzz', 'ffffffff-ffff-ffff-ffff-ffffffffffff'],
  'valid-alphabet': ['0123456789abcdefghjkmnpqrs', '0110c853-1d09-52d8-d73e-1194e95b5f19'],
  'valid-uuidv7': ['01h455vb4pex5vsknk084sn02q', '01890a5d-ac96-774b-bcce-b302099a8057'],
} as const

/** Test vectors of spec/invalid.yml, with a prefix of Atelier in place of `prefix`. */
const invalid = {
  'prefix-uppercase': 'TPL_00000000000000000000000000',
  'prefix-numeric': '12345_00000000000000000000000000',
  'prefix-period': 'tp.l_00000000000000000000000000',
  'prefix-non-ascii': 'tpł_00000000000000000000000000',
  'prefix-spaces': '  tpl_00000000000000000000000000',
  'prefix-64-chars': `${'abcdefghijklmnop'.repeat(4)}_00000000000000000000000000`,
  'separator-empty-prefix': '_00000000000000000000000000',
  'separator-empty': '_',
  'suffix-short': 'tpl_1234567890123456789012345',
  'suffix-long': 'tpl_123456789012345678901234567',
  'suffix-spaces': 'tpl_1234567890123456789012345 ',
  'suffix-uppercase': 'tpl_0123456789ABCDEFGHJKMNPQRS',
  'suffix-hyphens': 'tpl_123456789-123456789-123456',
  'suffix-wrong-alphabet': 'tpl_ooooooiiiiiiuuuuuuulllllll',
  'suffix-ambiguous-crockford': 'tpl_i23456789ol23456789oi23456',
  'suffix-hyphens-crockford': 'tpl_123456789-0123456789-0123456',
  'suffix-overflow': 'tpl_8zzzzzzzzzzzzzzzzzzzzzzzzz',
  'prefix-underscore-start': '_tpl_00000000000000000000000000',
  'prefix-underscore-end': 'tpl__00000000000000000000000000',
  'no prefix': '00000000000000000000000000',
  empty: '',
}

describe('an ID follows the TypeID specification', () => {
  for (const [name, [suffix, uuid]] of Object.entries(valid)) {
    test(`a valid ID is accepted: ${name}`, () => {
      assert.equal(publicId('template', uuid), `tpl_${suffix}`)
      assert.equal(parseId('template', `tpl_${suffix}`), uuid)
    })
  }

  for (const [name, text] of Object.entries(invalid)) {
    test(`an invalid ID is rejected: ${name}`, () => assert.equal(parseId('template', text), undefined))
  }

  test('every UUID survives formatting and parsing', (t) => {
    fc.assert(
      fc.property(fc.uuid(), fc.constantFrom(...kinds), (uuid, kind) => {
        assert.equal(parseId(kind, publicId(kind, uuid)), uuid)
      }),
      forRuns(100, t),
    )
  })

  // Holds R-WIRE-5.
  test('an ID of one kind is not valid for another kind', () => {
    const uuid = newId()
    for (const kind of kinds) {
      for (const other of kinds) {
        assert.equal(parseId(kind, publicId(other, uuid)), kind === other ? uuid : undefined)
      }
    }
  })

  test('no two kinds of IDs share a prefix', () => {
    assert.equal(new Set(Object.values(idPrefixes)).size, kinds.length)
  })
})

describe('IDs are ordered by time', () => {
  test('a new ID is a UUIDv7 with the current time', () => {
    const before = Date.now()
    const id = newId()
    assert.match(id, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const carried = Number.parseInt(id.replace('-', '').slice(0, 12), 16)
    assert.ok(carried >= before && carried <= Date.now())
  })

  test('IDs that one process creates within a millisecond are in the order of their creation', () => {
    const ids = Array.from({ length: 20_000 }, () => newId())
    assert.equal(
      ids.findIndex((id, at) => at > 0 && id <= ids[at - 1]!),
      -1,
    )
  })

  test('an earlier time produces a smaller ID, as UUID and as text', (t) => {
    const moment = fc.date({ min: new Date(0), max: new Date('9999-12-31'), noInvalidDate: true })
    fc.assert(
      fc.property(moment, moment, (one, other) => {
        fc.pre(one < other)
        const [earlier, later] = [newId(one), newId(other)]
        assert.ok(earlier < later)
        assert.ok(publicId('asset', earlier) < publicId('asset', later))
      }),
      forRuns(100, t),
    )
  })

  test('earliestId is greater than all IDs of earlier times, and not greater than IDs of its own or a later time', () => {
    const at = new Date('2026-06-01T12:00:00.000Z')
    for (let n = 0; n < 100; n++) {
      assert.ok(newId(at) >= earliestId(at))
      assert.ok(newId(new Date(at.getTime() - 1)) < earliestId(at))
    }
    assert.equal(earliestId(at), '019e830e-1a00-0000-0000-000000000000')
    assert.equal(earliestId(new Date(-1)), '00000000-0000-0000-0000-000000000000')
  })
})
