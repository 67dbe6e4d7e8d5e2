import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'

const keyBytes = 32

/** One key for each purpose, so that what signs one thing can never pass for another. */
export type KeyRing = {
  cursors: Buffer
  files: Buffer
  invitations: Buffer
  operator: Buffer
  secrets: Buffer
  sessions: Buffer
  setup: Buffer
}

/** The keys that seal and sign, and those of the secret before or after, by which what they made is still good. */
export type Keys = KeyRing & { previous?: KeyRing }

/** What one purpose has: by the first is sealed and signed; what is by any of them is good. */
export type PurposeKeys = readonly [Buffer, ...Buffer[]]

export const keysFor = (keys: Keys, purpose: keyof KeyRing): PurposeKeys =>
  keys.previous ? [keys[purpose], keys.previous[purpose]] : [keys[purpose]]

/** The keys that follow from the configured secret, or from one that is made once and kept with the data. */
export function openKeys({ secretKey, secretKeyPrevious, dataDirectory }: SecretConfig): Keys {
  const keys = ringOf(secretKey ?? keptSecret(dataDirectory))
  return secretKeyPrevious ? { ...keys, previous: ringOf(secretKeyPrevious) } : keys
}

type SecretConfig = Pick<Config, 'secretKey' | 'secretKeyPrevious' | 'dataDirectory'>

function ringOf(secret: Buffer): KeyRing {
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, '', `atelier ${purpose}`, keyBytes))
  return {
    cursors: derive('cursors'),
    files: derive('files'),
    invitations: derive('invitations'),
    operator: derive('operator'),
    secrets: derive('secrets'),
    sessions: derive('sessions'),
    setup: derive('setup'),
  }
}

function keptSecret(directory: string): Buffer {
  const path = join(directory, 'secret.key')
  // A start writes nothing that is there: it must succeed on a full disk too.
  if (!existsSync(path)) makeSecret(directory, path)
  return Buffer.from(readFileSync(path, 'utf8'), 'base64')
}

function makeSecret(directory: string, path: string) {
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
}
