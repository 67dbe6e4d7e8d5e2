// A server that has too little memory says so before the system kills it without a word.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackOfMemory, memoryBytesMin } from '../src/operations/memory-limit.ts'

test('a server that may use less memory than it needs says how much it has and what to do', () => {
  assert.match(
    lackOfMemory(400_000_000) ?? '',
    /may use 400 MB of memory and needs 600 MB: .* Raise the limit/,
  )
  assert.equal(lackOfMemory(memoryBytesMin), undefined)
  // This machine has enough.
  assert.equal(lackOfMemory(), undefined)
})
