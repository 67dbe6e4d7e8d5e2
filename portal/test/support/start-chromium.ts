import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream, existsSync } from 'node:fs'
import { rename } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createBrotliDecompress } from 'node:zlib'
import { type Browser, chromium } from 'playwright-core'

const installed = ['/usr/bin/chromium', '/usr/bin/google-chrome', '/usr/bin/chromium-browser']
const require = createRequire(import.meta.url)
const { devDependencies } = require('../../package.json')
const packed = '@sparticuz/chromium'

/**
 * The browser from npm, which is the same version everywhere and, being headless, faster than the system's
 * browser. Where it does not start (anywhere except Linux), the system's browser is used; `CHROMIUM_PATH`
 * overrides both.
 */
export async function startChromium(): Promise<Browser> {
  const { CHROMIUM_PATH } = process.env
  if (CHROMIUM_PATH) return launch(CHROMIUM_PATH)
  const own = installed.find((path) => existsSync(path))
  return launch(await unpacked()).catch((error) => {
    if (own) return launch(own)
    throw error
  })
}

const launch = (executablePath: string) => chromium.launch({ executablePath, args: ['--no-sandbox'] })

/** Unpacks under a temporary name, because several test files may unpack at the same time. The last rename wins. */
async function unpacked(): Promise<string> {
  const path = join(tmpdir(), `atelier-chromium-${devDependencies[packed]}`)
  if (existsSync(path)) return path
  const unfinished = `${path}.${randomBytes(4).toString('hex')}`
  // The package's own code unpacks every version to the same path, and may run a file that another process is
  // still writing.
  const archive = join(dirname(require.resolve(packed)), '../bin/chromium.br')
  const file = createWriteStream(unfinished, { mode: 0o755 })
  await pipeline(createReadStream(archive), createBrotliDecompress(), file)
  await rename(unfinished, path)
  return path
}
