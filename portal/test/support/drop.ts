import type { Locator, Page } from 'playwright-core'

/** Drops files and folders from the disk, as a user would. */
export async function drop(page: Page, paths: string[], onto: Locator) {
  const box = (await onto.boundingBox())!
  const debug = await page.context().newCDPSession(page)
  const at = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files: paths, dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await debug.send('Input.dispatchDragEvent', { type, ...at, data })
}
