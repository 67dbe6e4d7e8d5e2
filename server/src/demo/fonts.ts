import type { DemoAsset } from './company.ts'
import { asset } from './rows.ts'

/**
 * Font files of a company. Fontsource splits a family by script: the brand kit contains the Latin file, and the file
 * with extended Latin is found by its family.
 */
export function fonts(company: string, families: readonly string[], daysAgo: number): readonly DemoAsset[] {
  return families.flatMap((family) => {
    const stem = family.toLowerCase().replaceAll(' ', '-')
    const file = (name: string, part: string) =>
      asset(company, '/Brand/Fonts', name, `${stem}${part}.woff2`, [0, 0], [], daysAgo, {
        copyright: 'SIL Open Font License 1.1',
      })
    return [file(family, ''), file(`${family}, Extended Latin`, '-ext')]
  })
}
