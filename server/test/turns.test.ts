import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { turns } from '../src/db/turns.ts'

test('work under one key runs in the order in which it came, one at a time', async () => {
  const take = turns()
  const log: string[] = []
  const work = (name: string) =>
    take('a', async () => {
      log.push(`${name} begins`)
      await wait(Math.random() * 5)
      log.push(`${name} ends`)
      return name
    })
  assert.deepEqual(await Promise.all(['1', '2', '3'].map(work)), ['1', '2', '3'])
  assert.deepEqual(
    log,
    ['1', '2', '3'].flatMap((name) => [`${name} begins`, `${name} ends`]),
  )
})

test('work under another key does not wait', async () => {
  const take = turns()
  const held = Promise.withResolvers<void>()
  const slow = take('a', () => held.promise)
  assert.equal(await take('b', async () => 'done'), 'done')
  held.resolve()
  await slow
})

test('work that fails lets the next one in', async () => {
  const take = turns()
  const failing = assert.rejects(
    take('a', () => Promise.reject(new Error('no'))),
    /no/,
  )
  assert.equal(await take('a', async () => 'next'), 'next')
  await failing
})

test('a line that is too long turns the next away, as something to try again', async () => {
  const take = turns()
  const held = Promise.withResolvers<void>()
  const waiting = Array.from({ length: 1_000 }, () => take('a', () => held.promise))
  await assert.rejects(
    take('a', async () => {}),
    { code: 'TOO_BUSY' },
  )
  held.resolve()
  await Promise.all(waiting)
  assert.equal(await take('a', async () => 'again'), 'again')
})
