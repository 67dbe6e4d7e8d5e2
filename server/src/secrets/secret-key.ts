import { hkdfSync, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSecretKey, secretKeyBytes } from '../config/secret-key.ts'
import type { Config } from '../config.ts'
import { createDirectory } from '../disk/create-directory.ts'
import { syncPath } from '../disk/sync-tree.ts'

const keyBytes = 32

/** One key per purpose, so that a signature for one purpose is never valid for another. */
export type KeyRing = {
  cursors: Buffer
  files: Buffer
  /** Identifies the secret without revealing it. Stored in the database (key-fingerprint.ts). */
  fingerprint: Buffer
  invitations: Buffer
  operator: Buffer
  secrets: Buffer
  sessions: Buffer
  setup: Buffer
}

/** The current keys, and during a rotation the keys of the previous secret, which are still accepted. */
export type Keys = KeyRing & { previous?: KeyRing }

/** The first key encrypts and signs, and all keys are accepted. */
export type PurposeKeys = readonly [Buffer, ...Buffer[]]

export const keysFor = (keys: Keys, purpose: keyof KeyRing): PurposeKeys =>
  keys.previous ? [keys[purpose], keys.previous[purpose]] : [keys[purpose]]

/**
 * Derives the keys from the configured secret, or from a secret that is generated once and stored with the
 * data.
 */
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

/** This error is thrown if `secret.key` contains no key, because all derived keys would be guessable. */
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
  // An existing file is not written, so that a start also succeeds on a full disk.
  if (!existsSync(path)) createSecret(directory, path)
  const secret = parseSecretKey(readFileSync(path, 'utf8').trim())
  if (secret === undefined) throw new SecretKeyFileError(path)
  return secret
}

function createSecret(directory: string, path: string) {
  createDirectory(directory)
  // The process ID is not used, because it can be the same in two containers, and one process would write
  // into the other's file.
  const own = `${path}.${randomBytes(8).toString('hex')}`
  writeFileSync(own, randomBytes(keyBytes).toString('base64'), { mode: 0o600, flush: true, flag: 'wx' })
  try {
    // Only one process can create the link, and only to a complete file, so two processes that start at the
    // same time read the same key.
    linkSync(own, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    rmSync(own)
  }
  // Syncs the name of the file, which a power loss could otherwise remove after the key was used.
  syncPath(directory)
}
