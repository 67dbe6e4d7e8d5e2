// Engines: postgres in CI
// Rows of the same width, in which images keep their shapes.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { newCompany } from '../../server/test/support/companies.ts'
import { behindProxy } from '../../server/test/support/people.ts'
import { startService } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, settled, upload } from '../../server/test/support/uploads.ts'
import { justifiedRows } from '../src/ui/grid-rows.ts'
import { withoutBrowser } from './support/chromium.ts'
import { newPerson } from './support/member-window.ts'

const service = await startService({ env: behindProxy })
const acme = await newCompany(service, 'Acme')
const editor = await newPerson(service, acme.companyId, 'editor', 'Edda')

/** Width divided by height, by name. */
const shapes = [2, 0.75, 1, 1.5, 0.75, 2, 1, 1.5, 0.75, 1, 2, 1.5, 1, 0.75]
for (const [at, ratio] of shapes.entries()) {
  const name = `Image ${String(at).padStart(2, '0')}`
  const bytes = await picture({ width: Math.round(200 * ratio), height: 200 })
  const { body } = await upload(service, acme, { bytes, name: `${name}.png` }, { name })
  await settled(acme, body.data.id)
}

test('justified rows have the same width and at most the maximum height', () => {
  const ratios = Array.from({ length: 200 }, (_, at) => [0.2, 0.7, 1, 1.5, 2, 9][(at * 7) % 6]!)
  const rows = justifiedRows(1_000, { heightMax: 200, captionHeight: 46 }, ratios)
  const places: number[] = []
  for (let row = 0; row < rows.count; row++) {
    const cells = rows.cellsOf(row)
    places.push(...cells.map(({ place }) => place))
    const width = cells.reduce((sum, cell) => sum + cell.width, 0) + 16 * (cells.length - 1)
    assert.ok(rows.heightOf(row) <= 246)
    if (row < rows.count - 1) assert.ok(Math.abs(width - 1_000) < 0.01)
    else assert.ok(width <= 1_000)
    for (const { place } of cells) assert.equal(rows.rowOf(place), row)
  }
  assert.deepEqual(
    places,
    ratios.map((_, place) => place),
  )
  assert.equal(rows.stepFrom(rows.cellsOf(3)[0]!.place, 1), rows.cellsOf(4)[0]!.place)
  assert.equal(rows.stepFrom(rows.cellsOf(3).at(-1)!.place, -1), rows.cellsOf(2).at(-1)!.place)
})

type Box = { name: string; x: number; y: number; width: number; height: number }
const boxes = (page: Page) =>
  page.evaluate<
    Box[]
  >(`[...document.querySelectorAll('[role=listbox][aria-label=Assets] [role=option]')].map((cell) => {
    const { x, y, width, height } = cell.firstElementChild.getBoundingClientRect()
    return { name: cell.textContent.slice(0, 8), x, y, width, height }
  })`)

test('the grid shows images in rows, moves by keyboard between them, and keeps the choice', {
  skip: withoutBrowser,
}, async () => {
  const { page, context, complaints } = await editor.open('/assets?sort=name')
  await page.getByRole('option', { name: /^Image 00/ }).waitFor()
  await page.getByRole('button', { name: 'View options' }).click()
  await page.getByRole('radiogroup', { name: 'Photos' }).getByText('Rows', { exact: true }).click()
  await page.keyboard.press('Escape')
  const isInRows = () =>
    until('each cell has the shape of its image', async () =>
      (await boxes(page)).every(({ width, height }, at) => Math.abs(width / height - shapes[at]!) < 0.05),
    )
  await isInRows()
  await page.reload()
  await page.getByRole('option', { name: /^Image 00/ }).waitFor()
  await isInRows()
  const all = await boxes(page)
  const rows = [...Map.groupBy(all, ({ y }) => Math.round(y)).values()]
  assert.ok(rows.length >= 2)
  const edge = (row: Box[]) => Math.round(row.at(-1)!.x + row.at(-1)!.width)
  for (const row of rows.slice(0, -2)) assert.ok(Math.abs(edge(row) - edge(rows[0]!)) <= 1)

  const list = page.getByRole('listbox', { name: 'Assets' })
  await list.focus()
  for (const key of ['Home', 'ArrowRight', 'ArrowDown', 'Space']) await page.keyboard.press(key)
  const from = rows[0]![1]!
  const center = ({ x, width }: Box) => x + width / 2
  const nearest = rows[1]!.toSorted(
    (one, other) => Math.abs(center(one) - center(from)) - Math.abs(center(other) - center(from)),
  )[0]!
  await page.getByRole('option', { name: new RegExp(`^${nearest.name}`), selected: true }).waitFor()
  assert.deepEqual(complaints, [])
  await context.close()
})
