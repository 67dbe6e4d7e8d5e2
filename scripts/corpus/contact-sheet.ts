import { writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import type { Outcome } from './outcome.ts'

/** Maximum number of correct images on the sheet. A sample of them is enough. */
const drawnShownMax = 400
const states = ['refused', 'failed', 'no picture', 'differs', 'drawn'] as const

const style = `body{font:13px system-ui;margin:24px;background:#fff;color:#17171c}
ul{display:grid;grid-template-columns:repeat(auto-fill,minmax(176px,1fr));gap:12px;padding:0;list-style:none}
li{overflow:hidden;border:1px solid #ddd;border-radius:8px;padding:8px;overflow-wrap:anywhere}
img{display:block;max-width:100%;height:120px;margin:auto;object-fit:contain;background:#f4f4f6}small{color:#666}`

/**
 * Writes one HTML page without other files. If Chromium renders a file differently, its image is shown
 * second.
 */
export function writeSheet(path: string, outcomes: readonly Outcome[]) {
  const sections = states.map((state) => {
    const all = outcomes.filter((one) => one.state === state)
    const shown = state === 'drawn' ? all.slice(0, drawnShownMax) : all
    return `<h2>${state}: ${all.length}</h2><ul>${shown.map(cell).join('')}</ul>`
  })
  writeFileSync(
    path,
    `<!doctype html><meta charset="utf-8"><title>Contact sheet</title><style>${style}</style>${sections.join('')}`,
  )
}

const cell = ({ path, note, pictures }: Outcome) =>
  `<li>${pictures.map((bytes) => `<img alt="" src="data:${mimeTypeOf(bytes)};base64,${bytes.toString('base64')}">`).join('')}
  ${escaped(basename(path))}<br><small>${escaped(note)}</small></li>`

const mimeTypeOf = (bytes: Buffer) => (bytes[0] === 0x89 ? 'image/png' : 'image/webp')

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
