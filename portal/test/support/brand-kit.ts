import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import type { Caller } from '../../../server/test/support/companies.ts'
import type { Service } from '../../../server/test/support/service.ts'
import { until } from '../../../server/test/support/until.ts'
import { upload } from '../../../server/test/support/uploads.ts'

export const logoFile = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="120" height="40"><path d="M0 0h120v40H0z"/></svg>',
)
export const fontFile = await readFile(
  createRequire(import.meta.url).resolve('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2'),
)

/** A kit with a logo, black, white and nearly black, and a font. */
export async function newKit(service: Service, client: Caller, name: string): Promise<{ id: string }> {
  const made = async (path: string, body: object) => (await client.post(`/api${path}`, body)).body.data
  const stored = async (name: string, bytes: Uint8Array) =>
    (await upload(service, client, { name, bytes })).body.data.id
  const kit = await made('/brand-kit', { name })
  const ofKit = { brand_kit_id: kit.id }
  const logo = { name: 'Acme logo', asset_id: await stored('acme-logo.svg', logoFile) }
  await made('/brand-kit/logos', { ...ofKit, ...logo })
  await made('/brand-kit/colors', { ...ofKit, name: 'Black', hex: '#000000' })
  await made('/brand-kit/colors', { ...ofKit, name: 'White', hex: '#FFFFFF' })
  await made('/brand-kit/colors', { ...ofKit, name: 'Coal', hex: '#22292B' })
  const font = { family: 'Inter', weight: 700, asset_id: await stored('Inter-Bold.woff2', fontFile) }
  await made('/brand-kit/fonts', { ...ofKit, ...font })
  return kit
}

export const kitNamed = async (client: Caller, name: string) =>
  (await client.get('/api/brand-kit')).body.data.find((kit: { name: string }) => kit.name === name)

/** A section of the page by its heading. */
export const part = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

/** An element of the section by its accessible name. */
export const shown = (page: Page, area: string, name: string) =>
  part(page, area).getByText(name, { exact: true })

/**
 * Uses the keyboard. When a list is rendered again, its menu closes, possibly between the check and the key
 * press, so the menu is opened again.
 */
export async function choose(page: Page, menu: string, item: string) {
  const wanted = page.getByRole('menuitem', { name: item })
  await until(`${item} is chosen`, async () => {
    if (!(await wanted.isVisible())) {
      await page.getByRole('button', { name: menu, exact: true }).press('Enter')
      if (!(await wanted.isVisible())) return false
    }
    return wanted.press('Enter', { timeout: 1000 }).then(
      () => true,
      () => false,
    )
  })
  // A menu that is fading out could be mistaken for the next menu.
  await wanted.waitFor({ state: 'hidden' })
}
