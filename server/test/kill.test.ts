// Killed at any moment, under load: what was acknowledged is there after the next start, which needs no hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killOften } from '../../chaos/faults/kill.ts'
import { engine } from './support/service.ts'

/** The embedded database makes sure of each of its files after a kill, which takes seconds on a busy disk. */
const kills = engine === 'embedded' ? 5 : 8
/** Of writes that were done: fewer would tell nothing. */
const acknowledgedMin = 10 * kills

test(`killed ${kills} times while all sides write, the server loses nothing that it acknowledged`, {
  timeout: 280_000,
}, async () => {
  const { problems, counts } = await killOften(kills, { isPatient: false })
  assert.deepEqual(problems, [])
  assert.ok(counts.acknowledged > acknowledgedMin, `${counts.acknowledged} writes were done`)
  assert.ok(counts.unanswered > 0, 'some were cut off')
})
