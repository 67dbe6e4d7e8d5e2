import { hkdfSync, randomBytes } from 'node:crypto'
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const keyBytes = 32

/** One key for each purpose, so that what signs one thing can never pass for another. */
export type KeyRing = {
  cursors: Buffer
  files: Buffer
  operator: Buffer
  secrets: Buffer
  sessions: Buffer
  setup: Buffer
}

/** The keys that follow from the configured secret, or from one that is made once and kept with the data. */
export function openKeys(configured: Buffer | undefined, dataDirectory: string): KeyRing {
  const secret = configured ?? keptSecret(dataDirectory)
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `atelier ${purpose}`, keyBytes))
  return {
    cursors: derive('cursors'),
    files: derive('files'),
    operator: derive('operator'),
    secrets: derive('secrets'),
    sessions: derive('sessions'),
    setup: derive('setup'),
  }
}

function keptSecret(directory: string): Buffer {
  const path = join(directory, 'secret.key')
  mkdirSync(directory, { recursive: true, mode: 0o700 })
  const own = `${path}.${process.pid}`
  writeFileSync(own, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flush: true })
  try {
    // A link is made by one process alone, and never to half a file: of two starts at once both read the same key.
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}
