import dns from 'node:dns/promises'
import { syncBuiltinESMExports } from 'node:module'
import type { TestContext } from 'node:test'

/** What names mean while a test runs, one answer after the other, and the names that were asked for. */
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
