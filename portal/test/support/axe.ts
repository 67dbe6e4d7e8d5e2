import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/support/until.ts'

/** Those that hang on colors: nothing else differs between light and dark. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** What axe finds on a page that has come to rest: WCAG 2.2 A and AA, and what it holds for good. */
export const faultsOf = (page: Page) => findFaults(page, {})

/** What axe finds in the colors of a page. */
export const colorFaultsOf = (page: Page) =>
  findFaults(page, { runOnly: { type: 'rule', values: colorRules } })

/** The portal takes it up a moment after the browser has it; a guide has no attribute for it. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  await page.locator(`html:not([data-mantine-color-scheme=${other}])`).waitFor()
}

async function findFaults(page: Page, options: RunOptions): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // By the debugger: the page itself may evaluate nothing. What waits turns for ever.
  const isAtRest = () =>
    page.evaluate<boolean>(`document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)`)
  await until('the page is at rest', isAtRest)
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    // Of what is as it should be nobody asks, and to tell of each of its elements takes longer than to look at them.
    // Style sheets are read anew for no rule that is on.
    async (options) =>
      (await axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] }, ...options })).violations,
    options,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`))
}
