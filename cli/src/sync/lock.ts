import { randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { UsageError } from '../faults.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'
import { stateName, syncDirectory } from './state.ts'

/**
 * Takes a folder for this process alone. A process that was killed holds it no longer.
 * @returns what gives it back. @throws {UsageError} while another has it.
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

/** A link is made whole or not at all, and never over another. */
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
    throw new UsageError(`${folder} is being synced by process ${pid}: wait for its end, or end it.`)
  // Two may find the same one dead at once. Whoever comes second must not remove the lock of the first.
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
  // Numbers of processes are given again.
  return (await startOf(pid)) === started
}

/** When a process began, where the system tells (proc_pid_stat(5): the fields after a name that may hold anything). */
async function startOf(pid: number): Promise<string | null> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null)
  const fields = text?.slice(text.lastIndexOf(')') + 2).split(' ')
  // It has ended, and nobody has asked how yet.
  if (fields?.[0] === 'Z') return 'ended'
  return fields?.[19] ?? null
}
