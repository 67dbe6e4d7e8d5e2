import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { TestContext } from 'node:test'

/** Replaces DNS resolution during a test with these answers in turn, and records the queried names. */
export function meaning(t: TestContext, ...answers: string[]) {
  const asked: string[] = []
  t.mock.method(dns, 'lookup', async (name: string) => {
    const address = answers[Math.min(asked.push(name), answers.length) - 1]!
    return [{ address, family: 4 }]
  })
  syncBuiltinESMExports()
  t.after(() => {
    t.mock.restoreAll()
    syncBuiltinESMExports()
  })
  return asked
}
