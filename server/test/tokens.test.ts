// Engines: embedded
import assert from 'node:assert/strict'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { describe, test } from 'node:test'
import {
  accessTokenPrefix,
  clientSecretPrefix,
  hashOf,
  isWellFormed,
  newToken,
} from '../src/secrets/tokens.ts'

const base62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'

describe('a token', () => {
  // Holds R-TOKEN-14.
  test('a token is a prefix, 43 random characters and a checksum of 6, all in base62', () => {
    for (const prefix of [accessTokenPrefix, clientSecretPrefix]) {
      for (let n = 0; n < 500; n++) assert.match(newToken(prefix), new RegExp(`^${prefix}[0-9A-Za-z]{49}$`))
    }
    assert.equal(accessTokenPrefix, 'atl_at_')
    assert.equal(clientSecretPrefix, 'atl_cs_')
  })

  test('a token has at least 256 random bits', () => {
    assert.ok(43 * Math.log2(62) >= 256)
  })

  // With a biased choice (a byte modulo 62), the first eight characters would be 25 % more frequent. With 62
  // degrees of freedom, χ² would be in the thousands. By chance, it exceeds 130 once in a million runs.
  test('a token has evenly distributed characters', () => {
    const counts = new Map([...base62].map((character) => [character, 0]))
    const tokens = 5_000
    for (let n = 0; n < tokens; n++) {
      for (const character of newToken('').slice(0, 43)) counts.set(character, counts.get(character)! + 1)
    }
    const expected = (tokens * 43) / 62
    const chiSquare = [...counts.values()].reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)
    assert.ok(chiSquare < 130, `χ² is ${chiSquare}`)
  })

  test('a token is unique', () => {
    assert.equal(new Set(Array.from({ length: 10_000 }, () => newToken(''))).size, 10_000)
  })

  // The bytes are all values, repeatedly.
  test('a token uses each random byte once, skips bytes that would bias it, and wipes the bytes', (t) => {
    let drawn: Uint8Array | undefined
    const fill = t.mock.method(crypto, 'randomFillSync', (bytes: Uint8Array) => {
      drawn = Uint8Array.from(bytes, (_, at) => at % 256)
      bytes.set(drawn)
      return bytes
    })
    syncBuiltinESMExports()
    t.after(() => {
      fill.mock.restore()
      syncBuiltinESMExports()
    })
    const text = () => newToken('').slice(0, 43)
    while (!drawn) text()
    // This token also uses bytes of the previous block.
    text()
    const first = text()
    const fair = [...Array(248).keys()].map((byte) => base62[byte % 62]).join('')
    const at = fair.repeat(2).indexOf(first)
    assert.ok(at >= 0, first)
    const many = Array.from({ length: 400 }, text).join('')
    assert.equal(many, fair.repeat(80).slice(at + 43, at + 43 + many.length))
    assert.ok(fill.mock.callCount() > 2)
    const pool = fill.mock.calls.at(-1)!.arguments[0] as Uint8Array
    const left = pool.findIndex((byte) => byte !== 0)
    assert.ok(left > 43, 'used bytes are wiped')
    assert.deepEqual([...pool.subarray(left)], [...drawn.subarray(left)])
  })

  test('a token is recognized by its checksum', () => {
    for (let n = 0; n < 500; n++) assert.ok(isWellFormed(accessTokenPrefix, newToken(accessTokenPrefix)))
  })

  test('a token with any character changed is malformed', () => {
    const token = newToken(accessTokenPrefix)
    for (let at = 0; at < token.length; at++) {
      for (const other of base62) {
        if (other === token[at]) continue
        const changed = token.slice(0, at) + other + token.slice(at + 1)
        assert.equal(isWellFormed(accessTokenPrefix, changed), false, `${token} → ${changed}`)
      }
    }
  })

  test('a token that is truncated, extended or in another case is malformed', () => {
    const token = newToken(accessTokenPrefix)
    const wrong = [token.slice(0, -1), `${token}0`, ` ${token}`, `${token}\0`, token.toUpperCase(), '']
    assert.deepEqual(
      wrong.filter((one) => isWellFormed(accessTokenPrefix, one)),
      [],
    )
  })

  test('a token of one kind is not valid as a token of the other kind', () => {
    assert.equal(isWellFormed(accessTokenPrefix, newToken(clientSecretPrefix)), false)
  })

  test('a token is stored as its SHA-256', () => {
    assert.equal(
      hashOf('abc').toString('hex'),
      'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad',
    )
  })
})
