import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError, withProfile } from '../errors.ts'
import { profileOf } from './profile.ts'

export type Credentials = {
  url: string
  clientId: string
  clientSecret: string
  /** Scopes of the tokens, separated by spaces. If missing, all scopes of the client. */
  scope?: string | undefined
}

type Env = Record<string, string | undefined>

/** An XDG base directory. As the XDG specification requires, relative paths are ignored. */
export function directoryOf(env: Env, name: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', otherwise: string): string {
  const given = env[name]
  const base = given && isAbsolute(given) ? given : join(env.HOME || homedir(), otherwise)
  return join(base, 'atelier')
}

const fileIn = (env: Env) => join(directoryOf(env, 'XDG_CONFIG_HOME', '.config'), 'credentials.json')

/** The content of the file. Credentials without a profile are at the top, as before there were profiles. */
type Stored = { url?: unknown; client_id?: unknown; client_secret?: unknown; scope?: unknown }
type File = Stored & { profiles?: Record<string, Stored> }

/** The credentials stored by `login`. @throws {UsageError} if the file is damaged. */
export async function readCredentials(env: Env): Promise<Credentials | undefined> {
  const file = await readFileOf(env)
  const stored = storedIn(file, profileOf(env))
  if (stored === undefined) return undefined
  const { url, client_id, client_secret, scope } = stored
  if ([url, client_id, client_secret, scope ?? ''].every((value) => typeof value === 'string'))
    return { url, clientId: client_id, clientSecret: client_secret, scope } as Credentials
  throw damaged(env)
}

export const profilesIn = async (env: Env): Promise<string[]> =>
  Object.keys((await readFileOf(env))?.profiles ?? {}).sort()

function storedIn(file: File | undefined, profile: string | undefined): Stored | undefined {
  if (profile !== undefined)
    return file?.profiles && Object.hasOwn(file.profiles, profile) ? file.profiles[profile] : undefined
  const { profiles: _, ...stored } = file ?? {}
  return Object.keys(stored).length === 0 ? undefined : stored
}

async function readFileOf(env: Env): Promise<File | undefined> {
  const text = await readFile(fileIn(env), 'utf8').catch(unlessMissing)
  if (text === undefined) return undefined
  try {
    const file: unknown = JSON.parse(text)
    if (typeof file === 'object' && file !== null && !Array.isArray(file)) return file
  } catch {
    // The error is reported later.
  }
  throw damaged(env)
}

const damaged = (env: Env) =>
  new UsageError(`Cannot read ${fileIn(env)}. Sign in again: atelier login${withProfile(env)}.`)

/** Replaces the file atomically. Only the owner can read it. @returns the file's path. */
export async function writeCredentials(env: Env, credentials: Credentials): Promise<string> {
  const { url, clientId, clientSecret, scope } = credentials
  await writeStored(env, { url, client_id: clientId, client_secret: clientSecret, scope })
  return fileIn(env)
}

/** @returns the path of the file, or undefined if there was nothing to delete. */
export async function deleteCredentials(env: Env): Promise<string | undefined> {
  const file = await readFileOf(env).catch(() => ({}) as File)
  if (file === undefined) return undefined
  const isThere = storedIn(file, profileOf(env)) !== undefined || Object.keys(file).length === 0
  if (isThere) await writeStored(env, undefined)
  return isThere ? fileIn(env) : undefined
}

/**
 * Replaces the credentials of the profile in use and keeps the others. A damaged file is replaced as a whole.
 */
async function writeStored(env: Env, stored: Stored | undefined): Promise<void> {
  const file = await readFileOf(env).catch(() => undefined)
  const profile = profileOf(env)
  const { profiles: before = {}, ...top } = file ?? {}
  const { [profile ?? '']: _, ...others } = before
  const profiles = profile !== undefined && stored ? { ...others, [profile]: stored } : others
  const kept = profile === undefined ? stored : top
  const written = { ...kept, ...(Object.keys(profiles).length > 0 && { profiles }) }
  if (Object.keys(written).length === 0) await rm(fileIn(env), { force: true })
  else await writePrivately(fileIn(env), `${JSON.stringify(written, null, 2)}\n`)
}

/**
 * Writes to a temporary file and renames it, so that readers find either the old or the new text, even after
 * a crash.
 * @param isSynced whether the file is synced to disk. Otherwise, the file survives the process, but may not
 * survive a
 *   power loss.
 */
export async function writePrivately(file: string, text: string, isSynced = true): Promise<void> {
  const directory = join(file, '..')
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await chmod(directory, 0o700)
  const other = `${file}.${randomBytes(6).toString('hex')}`
  try {
    await writeFile(other, text, { mode: 0o600, flag: 'wx', flush: isSynced })
    await rename(other, file)
  } catch (error) {
    await rm(other, { force: true })
    throw error
  }
}

/** @throws every error except "no such file". */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
