import axe, { type RunOptions } from 'axe-core'
import type { Page } from 'playwright-core'
import { until } from '../../../server/test/support/until.ts'

/** The rules about colors, because nothing else differs between light and dark mode. */
const colorRules = ['color-contrast', 'link-in-text-block']

/** Violations of WCAG 2.2 A and AA and of axe's best practices, once the page has settled. */
export const faultsOf = (page: Page) => findFaults(page, {})

export const colorFaultsOf = (page: Page) =>
  findFaults(page, { runOnly: { type: 'rule', values: colorRules } })

/** The portal applies the color scheme a moment after the browser does; guides have no attribute for it. */
export async function showIn(page: Page, colorScheme: 'light' | 'dark') {
  await page.emulateMedia({ colorScheme })
  const other = colorScheme === 'dark' ? 'light' : 'dark'
  await page.locator(`html:not([data-mantine-color-scheme=${other}])`).waitFor()
}

async function findFaults(page: Page, options: RunOptions): Promise<string[]> {
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  // Evaluated through the debugger, because the page's policy forbids `eval`. Endless animations are ignored.
  const isAtRest = () =>
    page.evaluate<boolean>(`document
      .getAnimations()
      .every((one) => one.playState !== 'running' || one.effect.getTiming().iterations === Infinity)`)
  await until('the page is at rest', isAtRest)
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source)
  const violations = await page.evaluate(
    // Reports only violations, because reporting every passed element takes longer than checking it. No
    // active rule needs the style sheets.
    async (options) =>
      (await axe.run({ resultTypes: ['violations'], preload: { assets: ['media'] }, ...options })).violations,
    options,
  )
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target, html }) => `${id}: ${target} ${html}`))
}
