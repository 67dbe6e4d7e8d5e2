import { spawnSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import pg from 'pg'

/**
 * Puts a PostgreSQL, and all that it starts from now on, on one core: what the server under measure has to itself.
 *
 * @returns what puts it back; undefined where it runs on another machine, or is not ours to move.
 */
export async function movePostgres(url: string, core: number): Promise<(() => void) | undefined> {
  const postmaster = await postmasterOf(url)
  if (postmaster === undefined) return undefined
  const coresBefore = statusOf(postmaster, 'Cpus_allowed_list')!
  if (!place(postmaster, String(core))) return undefined
  return () => void place(postmaster, coresBefore)
}

/** Puts a thread of a process on one core; nothing where there is none of that name. */
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
    // On another machine the number is nobody's here, or somebody else's.
    return statusOf(pid, 'Name') === 'postgres' ? Number(statusOf(pid, 'PPid')) : undefined
  } finally {
    await client.end()
  }
}

/** Children that are started later are where their parent is. */
function place(postmaster: number, cores: string): boolean {
  const children = read(`/proc/${postmaster}/task/${postmaster}/children`)?.trim().split(' ') ?? []
  // One of them may have ended meanwhile: the parent alone decides.
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
