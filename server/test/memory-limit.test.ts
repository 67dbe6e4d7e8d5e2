// Engines: embedded
// A server with too little memory reports it at start, instead of being killed later.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lackOfMemory, memoryBytesMin } from '../src/operations/memory-limit.ts'

test('a server with too little memory says how much it has and what to do', () => {
  assert.match(
    lackOfMemory(400_000_000) ?? '',
    /can use 400 MB of memory but needs 600 MB\. .* Raise the memory limit/,
  )
  assert.equal(lackOfMemory(memoryBytesMin), undefined)
  // This machine has enough memory.
  assert.equal(lackOfMemory(), undefined)
})
