import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/support/until.ts'

/** What axe finds on a page that has come to rest: WCAG 2.2 A and AA, and what it holds for good. */
export async function faultsOf(page: Page): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // By the debugger: the page itself may evaluate nothing. What waits turns for ever.
  const isAtRest = () =>
    page.evaluate<boolean>(`document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)`)
  await until('the page is at rest', isAtRest)
  const { violations } = await new AxeBuilder({ page }).analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`))
}
