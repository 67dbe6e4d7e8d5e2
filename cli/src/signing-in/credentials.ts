import { randomBytes } from 'node:crypto'
import { chmod, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { UsageError } from '../faults.ts'

export type Credentials = { url: string; clientId: string; clientSecret: string }

type Env = Record<string, string | undefined>

/** A folder of the XDG base directories: a path that is not absolute counts as not given. */
export function directoryOf(env: Env, name: 'XDG_CONFIG_HOME' | 'XDG_STATE_HOME', otherwise: string): string {
  const given = env[name]
  const base = given && isAbsolute(given) ? given : join(env.HOME || homedir(), otherwise)
  return join(base, 'atelier')
}

const fileIn = (env: Env) => join(directoryOf(env, 'XDG_CONFIG_HOME', '.config'), 'credentials.json')

/** What `login` has kept. @throws {UsageError} when the file is not what it wrote. */
export async function readCredentials(env: Env): Promise<Credentials | undefined> {
  const file = fileIn(env)
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return undefined
  try {
    const { url, client_id, client_secret } = JSON.parse(text)
    if ([url, client_id, client_secret].every((value) => typeof value === 'string'))
      return { url, clientId: client_id, clientSecret: client_secret }
  } catch {
    // Said below.
  }
  throw new UsageError(`${file} can't be read. Write it again: atelier login.`)
}

/** For nobody but its owner, and never half written. @returns where it is. */
export async function writeCredentials(env: Env, credentials: Credentials): Promise<string> {
  const { url, clientId, clientSecret } = credentials
  const file = fileIn(env)
  const json = { url, client_id: clientId, client_secret: clientSecret }
  await writePrivately(file, `${JSON.stringify(json, null, 2)}\n`)
  return file
}

/** @returns the file that is gone; undefined when there was none. */
export async function deleteCredentials(env: Env): Promise<string | undefined> {
  const file = fileIn(env)
  const wasThere = await rm(file).then(
    () => true,
    (error) => unlessMissing(error) ?? false,
  )
  return wasThere ? file : undefined
}

/**
 * Under another name first: whoever reads it meanwhile, or after a crash, finds the old text or the new one.
 * @param isSynced whether it is on disk when this returns. Else it outlives the process, but perhaps no power cut.
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

/** @throws what is not «no such file». */
export function unlessMissing(error: NodeJS.ErrnoException): undefined {
  if (error.code !== 'ENOENT') throw error
}
