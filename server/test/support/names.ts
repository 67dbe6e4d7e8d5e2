import { Resolver } from 'node:dns/promises'
import type { TestContext } from 'node:test'

/** Replaces DNS resolution during a test with these answers in turn and records the queried names. */
export function meaning(t: TestContext, ...answers: string[]) {
  const asked: string[] = []
  t.mock.method(Resolver.prototype, 'resolve4', async (name: string) => [
    answers[Math.min(asked.push(name), answers.length) - 1]!,
  ])
  t.mock.method(Resolver.prototype, 'resolve6', async () => [])
  t.after(() => t.mock.restoreAll())
  return asked
}
