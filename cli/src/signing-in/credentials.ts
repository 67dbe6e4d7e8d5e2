import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError } from '../errors.ts'

export type Credentials = {
  url: string
  clientId: string
  clientSecret: string
  /** Scopes of the tokens, separated by spaces; all of the client's if missing. */
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

/** The credentials stored by `login`. @throws {UsageError} if the file is damaged. */
export async function readCredentials(env: Env): Promise<Credentials | undefined> {
  const file = fileIn(env)
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return undefined
  try {
    const { url, client_id, client_secret, scope } = JSON.parse(text)
    if ([url, client_id, client_secret, scope ?? ''].every((value) => typeof value === 'string'))
      return { url, clientId: client_id, clientSecret: client_secret, scope }
  } catch {
    // Reported below.
  }
  throw new UsageError(`Cannot read ${file}. Write it again: atelier login.`)
}

/** Readable only by the owner, and replaced atomically. @returns the file's path. */
export async function writeCredentials(env: Env, credentials: Credentials): Promise<string> {
  const { url, clientId, clientSecret, scope } = credentials
  const file = fileIn(env)
  const json = { url, client_id: clientId, client_secret: clientSecret, scope }
  await writePrivately(file, `${JSON.stringify(json, null, 2)}\n`)
  return file
}

/** @returns the path of the deleted file, or undefined if there was none. */
export async function deleteCredentials(env: Env): Promise<string | undefined> {
  const file = fileIn(env)
  const wasThere = await rm(file).then(
    () => true,
    (error) => unlessMissing(error) ?? false,
  )
  return wasThere ? file : undefined
}

/**
 * Writes to a temporary file and renames it: readers, also after a crash, find the old or the new text.
 * @param isSynced whether the file is synced to disk. If not, it survives the process but maybe not a power
 * cut.
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
