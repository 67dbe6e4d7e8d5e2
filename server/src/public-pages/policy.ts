import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Without surrounding space. */
export const readPageFile = (url: URL): string => readFileSync(url, 'utf8').trim()

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Content security policy: loads nothing from other sites, runs only the page's script, and forbids framing. */
export const policyOf = (
  styles: readonly string[],
  scripts: readonly string[],
  { hasFonts = false, sendsFiles = false } = {},
): string =>
  [
    "default-src 'none'",
    "img-src 'self'",
    "media-src 'self'",
    ...(hasFonts ? ["font-src 'self'"] : []),
    `style-src ${styles.map(hashOf).join(' ')}`,
    `script-src ${scripts.length > 0 ? scripts.map(hashOf).join(' ') : "'none'"}`,
    ...(sendsFiles ? ["connect-src 'self'"] : []),
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
