import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSecretKey, secretKeyBytes } from '../config/secret-key.ts'
import type { Config } from '../config.ts'
import { createDirectory } from '../disk/create-directory.ts'
import { syncPath } from '../disk/sync-tree.ts'

const keyBytes = 32

/** One key for each purpose, so that what signs one thing can never pass for another. */
export type KeyRing = {
  cursors: Buffer
  files: Buffer
  /** Tells one secret from another without giving either away. Stored in the database (key-fingerprint.ts). */
  fingerprint: Buffer
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
    fingerprint: derive('fingerprint'),
    invitations: derive('invitations'),
    operator: derive('operator'),
    secrets: derive('secrets'),
    sessions: derive('sessions'),
    setup: derive('setup'),
  }
}

/** `secret.key` does not hold a key. Every other key would follow from a value that an attacker can guess. */
export class SecretKeyFileError extends Error {
  override name = 'SecretKeyFileError'

  constructor(path: string) {
    super(
      `${path} is damaged: it must contain at least ${secretKeyBytes} random bytes in base64. Restore the file from a backup. Delete it only if nothing was stored with it yet; the next start then creates a new one.`,
    )
  }
}

function keptSecret(directory: string): Buffer {
  const path = join(directory, 'secret.key')
  // A start writes nothing that is there: it must succeed on a full disk too.
  if (!existsSync(path)) createSecret(directory, path)
  const secret = parseSecretKey(readFileSync(path, 'utf8').trim())
  if (secret === undefined) throw new SecretKeyFileError(path)
  return secret
}

function createSecret(directory: string, path: string) {
  createDirectory(directory)
  // Not the process id: in two containers it may be the same, and one would write into the key of the other.
  const own = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(own, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flush: true, flag: 'wx' })
  try {
    // A link is made by one process alone, and never to half a file: of two starts at once both read the same key.
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  // Without this a power loss may take the name away after something was sealed with the key.
  syncPath(directory)
}
