import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/support/until.ts'

/** Those that hang on colors: nothing else differs between light and dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page that has come to rest: WCAG 2.2 A and AA, and what it holds for good. */
export const faultsOf = (page: Page) => findFaults(page, (axe) => axe)

/** What axe finds in the colors of a page. */
export const colorFaultsOf = (page: Page) => findFaults(page, (axe) => axe.withRules(colorRules))

/** The page takes it up a moment after the browser has it. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  await page.locator(`html[data-mantine-color-scheme=${colorScheme}]`).waitFor()
}

async function findFaults(page: Page, choose: (axe: AxeBuilder) => AxeBuilder): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // By the debugger: the page itself may evaluate nothing. What waits turns for ever.
  const isAtRest = () =>
    page.evaluate<boolean>(`document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)`)
  await until('the page is at rest', isAtRest)
  // Of what is as it should be nobody asks, and to tell of each of its elements takes longer than to look at them.
  const axe = new AxeBuilder({ page }).options({ resultTypes: ['violations'] })
  // The other way opens a second window each time, for frames of others: there are none.
  const { violations } = await choose(axe).setLegacyMode().analyze()
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`))
}
