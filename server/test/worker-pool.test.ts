// Engines: embedded
// How the primary process handles workers that die.
import assert from 'node:assert/strict'
import cluster from 'node:cluster'
import { test } from 'node:test'
import { openCrew } from '../src/workers/worker-pool.ts'
import { isAlive } from './support/processes.ts'

test('a worker that dies while it receives a message is reported as ended', async () => {
  cluster.setupPrimary({ execArgv: ['--eval', 'setInterval(() => {}, 1_000)'] })
  const start = openCrew(() => {})
  const member = start()
  const [worker] = Object.values(cluster.workers!)
  process.kill(member.pid!, 'SIGKILL')
  // Does not yield, so that the primary has not noticed the exit yet.
  while (isAlive(member.pid!));
  worker!.process.send!('a connection')
  assert.equal(await member.ended, 'SIGKILL')
  assert.equal(await member.listened, undefined)
})

test('a worker that fails to start is reported as ended', async () => {
  cluster.setupPrimary({ cwd: '/there-is-no-such-directory' })
  const member = openCrew(() => {})()
  assert.equal(await member.ended, 'ENOENT')
  assert.equal(await member.listened, undefined)
})
