import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import pg from 'pg'

/**
 * Pins a PostgreSQL server and all its future processes to one core, so that the server under test has the other core.
 * @returns a function that undoes it; undefined if PostgreSQL is on another machine or cannot be pinned.
 */
export async function movePostgres(url: string, core: number): Promise<(() => void) | undefined> {
  const postmaster = await postmasterOf(url)
  if (postmaster === undefined) return undefined
  const coresBefore = statusOf(postmaster, 'Cpus_allowed_list')!
  if (!place(postmaster, String(core))) return undefined
  return () => void place(postmaster, coresBefore)
}

/** Pins a thread of a process to one core. If no thread has that name, nothing happens. */
export function moveThread(pid: number, name: string, core: number) {
  const threads = globSync(`/proc/${pid}/task/*/comm`).filter((file) => read(file)?.trim() === name)
  for (const file of threads) placeOne(basename(dirname(file)), String(core))
}

async function postmasterOf(url: string): Promise<number | undefined> {
  const client = new pg.Client(url)
  await client.connect()
  try {
    const { rows } = await client.query('select pg_backend_pid() as pid')
    const { pid } = rows[0]
    // If the server is on another machine, its process ID is meaningless here.
    return statusOf(pid, 'Name') === 'postgres' ? Number(statusOf(pid, 'PPid')) : undefined
  } finally {
    await client.end()
  }
}

/** New children inherit the CPU affinity of their parent. */
function place(postmaster: number, cores: string): boolean {
  const children = read(`/proc/${postmaster}/task/${postmaster}/children`)?.trim().split(' ') ?? []
  // A child may have exited since it was listed, so only an error on the parent counts.
  const [parent] = [String(postmaster), ...children].filter(Boolean).map((pid) => placeOne(pid, cores))
  return parent!
}

const placeOne = (id: string, cores: string) =>
  spawnSync('taskset', ['-cp', cores, id], { stdio: 'ignore' }).status === 0

function statusOf(pid: number, field: string): string | undefined {
  const line = read(`/proc/${pid}/status`)
    ?.split('\n')
    .find((one) => one.startsWith(`${field}:`))
  return line?.slice(field.length + 1).trim()
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
