import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../errors.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'
import { stateName, syncDirectory } from './state.ts'

/**
 * Locks a folder for this process. The lock of a killed process is ignored.
 * @returns a function that releases the lock. @throws {UsageError} if another process holds it.
 */
export async function lockFolder(env: Terminal['env'], folder: string): Promise<() => Promise<void>> {
  const directory = syncDirectory(env)
  const file = join(directory, `${stateName([folder])}.lock`)
  const mine = `${file}.${randomBytes(6).toString('hex')}`
  await mkdir(directory, { recursive: true, mode: 0o700 })
  await writeFile(mine, JSON.stringify({ pid: process.pid, started: await startOf(process.pid) }), {
    flag: 'wx',
    mode: 0o600,
  })
  try {
    while (!(await isTaken(mine, file))) await removeStale(file, folder)
  } finally {
    await rm(mine, { force: true })
  }
  return () => rm(file, { force: true })
}

/** Takes the lock by creating a hard link, which is atomic and fails if the lock exists. */
const isTaken = (mine: string, file: string) =>
  link(mine, file).then(
    () => true,
    (error) => {
      if (error.code !== 'EEXIST') throw error
      return false
    },
  )

async function removeStale(file: string, folder: string) {
  const text = await readFile(file, 'utf8').catch(unlessMissing)
  if (text === undefined) return
  const { pid, started } = JSON.parse(text)
  if (await isAlive(pid, started))
    throw new UsageError(`Process ${pid} is already syncing ${folder}. Wait until it finishes, or end it.`)
  // Two processes may find the same stale lock. The second process must not remove the new lock of the first.
  const aside = `${file}.${randomBytes(6).toString('hex')}`
  const wasThere = await rename(file, aside).then(() => true, unlessMissing)
  if (!wasThere) return
  if ((await readFile(aside, 'utf8')) !== text) await link(aside, file).catch(() => {})
  await rm(aside, { force: true })
}

async function isAlive(pid: number, started: string | null): Promise<boolean> {
  try {
    process.kill(pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  // Process IDs are reused, so the start time is also compared.
  return (await startOf(pid)) === started
}

/**
 * The start time of a process, if the system provides it (proc_pid_stat(5)). Fields are counted after the
 * command name, which can contain anything.
 */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // A zombie process has ended, but its parent has not reaped it.
  if (fields?.[0] === 'Z') return 'ended'
  return fields?.[19] ?? null
}
