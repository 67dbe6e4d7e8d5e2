// Killed at any moment, under load: what was acknowledged is there after the next start, which needs no hand.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killOften } from '../../chaos/faults/kill.ts'

const kills = 15
/** Of writes that were done: fewer would tell nothing. */
const acknowledgedMin = 20 * kills

test(`killed ${kills} times while all sides write, the server loses nothing that it acknowledged`, {
  timeout: 280_000,
}, async () => {
  const { problems, counts } = await killOften(kills)
  assert.deepEqual(problems, [])
  assert.ok(counts.acknowledged > acknowledgedMin, `${counts.acknowledged} writes were done`)
  assert.ok(counts.unanswered > 0, 'some were cut off')
})
