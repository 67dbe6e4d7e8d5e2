import { spawnSync } from 'node:child_process'

/** Programs that some tests call. A minimal Debian system has none of them. */
function missing(program: string, ...args: string[]): string | false {
  if (spawnSync(program, args).status === 0) return false
  if (process.env.CI) throw new Error(`These tests need ${program}.`)
  console.error(`NO ${program} IS HERE: the tests that call it are left out.`)
  return `there is no ${program}`
}

/** Why tests of pasted curl commands are skipped, or false. */
export const withoutCurl = () => missing('curl', '--version')
/** Why tests that need a certificate are skipped, or false. */
export const withoutOpenssl = () => missing('openssl', 'version')
/** Why tests that look into PDFs are skipped, or false. */
export const withoutPdfTools = () =>
  missing('pdftocairo', '-v') || missing('gs', '--version') || missing('qpdf', '--version')
