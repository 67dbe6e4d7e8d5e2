// Engines: embedded, postgres
// Runs: first, without retry
// The server is killed at random moments under load. After the next start, without manual steps, all acknowledged
// changes must be there.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { killOften } from '../../chaos/faults/kill.ts'
import { engine } from './support/service.ts'

/**
 * Number of kills. After a kill, the embedded database syncs each of its files, which takes seconds on a busy
 * disk.
 */
const kills = engine === 'embedded' ? 5 : 8
/** Minimum number of successful writes. With fewer, the test would prove nothing. */
const acknowledgedMin = 10 * kills

test(`killed ${kills} times under load, the server loses no acknowledged change`, {
  timeout: 280_000,
}, async () => {
  const { problems, counts } = await killOften(kills, { isPatient: false })
  assert.deepEqual(problems, [])
  assert.ok(counts.acknowledged > acknowledgedMin, `${counts.acknowledged} writes were done`)
  assert.ok(counts.unanswered > 0, 'some requests were interrupted')
})
