import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8').trim()

/** The inline style and script of the pages, read once. */
export function pageFiles() {
  return { style: read('page.css'), script: read('page.js') }
}

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Nothing loads from elsewhere, no other site frames the page, and only its own script runs. */
export const policyOf = (styles: readonly string[], scripts: readonly string[]): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    `script-src ${scripts.length > 0 ? scripts.map(hashOf).join(' ') : "'none'"}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
