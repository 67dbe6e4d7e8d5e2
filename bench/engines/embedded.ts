import { cpSync, existsSync, globSync, mkdirSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { openEmbedded } from '../../server/src/db/embedded.ts'
import type { Handle } from '../../server/src/db/handle.ts'
import { sharedRole } from '../../server/src/db/roles.ts'
import { bareHandle } from '../../server/test/support/bare-handle.ts'
import { type Engine, type Filled, type Filling, fillNew, generatorHash, readFacts } from './engine.ts'

const root = join(tmpdir(), 'atelier-bench')

/** Creates databases in the temporary directory. */
export async function embeddedEngine(): Promise<Engine> {
  const { facts: version, remove } = await open({
    name: 'version',
    kept: false,
    fill: async (owner) => {
      const { rows } = await sql<{ server_version: string }>`show server_version`.execute(owner)
      return rows[0]!.server_version.split(' ')[0]
    },
  })
  await remove()
  return { kind: 'embedded', title: `Embedded PostgreSQL ${version} (PGlite)`, open }
}

async function open<Facts>(filling: Filling<Facts>): Promise<Filled<Facts>> {
  const directory = join(root, `${filling.name}-${generatorHash()}`)
  const remove = async () => rmSync(directory, { recursive: true, force: true })
  if (!filling.kept) await remove()
  const facts = existsSync(directory)
    ? await asOwner<Facts>(directory, readFacts)
    : await fillAnew(directory, filling)
  return {
    facts,
    server: { DATA_DIR: join(directory, 'server') },
    baseline: { DATA_DIR: join(directory, 'baseline') },
    remove,
  }
}

/**
 * Fills a database under a temporary name, and renames it when it is full. Replaces databases of older
 * generators.
 */
async function fillAnew<Facts>(directory: string, filling: Filling<Facts>) {
  for (const outdated of globSync(`${filling.name}-*`, { cwd: root }))
    rmSync(join(root, outdated), { recursive: true })
  const unfinished = `${directory}.unfinished`
  console.error(`Filling ${directory} …`)
  mkdirSync(join(unfinished, 'server'), { recursive: true })
  const facts = await asOwner(unfinished, (owner) => fillNew(owner, sharedRole, filling))
  cpSync(join(unfinished, 'server'), join(unfinished, 'baseline'), { recursive: true })
  renameSync(unfinished, directory)
  return facts
}

async function asOwner<T>(directory: string, work: (owner: Handle) => Promise<T>): Promise<T> {
  const engine = await openEmbedded(join(directory, 'server', 'db'))
  const owner = bareHandle(engine.dialect)
  return work(owner).finally(async () => {
    await owner.destroy()
    await engine.close()
  })
}
