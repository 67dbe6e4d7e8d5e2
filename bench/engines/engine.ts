import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import { appRoleOf } from '../../server/src/db/roles.ts'
import type { Schema } from '../../server/src/db/schema.ts'

/** What fills a database, and what it must be told of it afterwards. */
export type Filling<Facts> = {
  name: string
  fill(owner: Handle): Promise<Facts>
  /** Whether the next run may have it as it is. */
  kept: boolean
}

/** A filled database, as the environment by which a process opens it. */
export type Filled<Facts> = {
  facts: Facts
  server: Environment
  /** On the embedded engine a copy: only one process can open a database. */
  baseline: Environment
  remove(): Promise<void>
}

export type Environment = Record<string, string>

export type Engine = {
  kind: 'postgres' | 'embedded'
  /** With its version. */
  title: string
  open<Facts>(filling: Filling<Facts>): Promise<Filled<Facts>>
  /** The same rows for somebody who must not touch ours, after some statements. The embedded engine is nobody else's. */
  copy?(filled: Filled<unknown>, name: string, statements: string[]): Promise<Filled<undefined>>
  /** Has the database on one core from now on; what that gives back ends it. Undefined where it can't be moved. */
  moveTo?(core: number): Promise<(() => void) | undefined>
}

/** Brings a new database's schema up to date, fills it, and keeps what is known of it beside the rows. */
export async function fillNew<Facts>(owner: Handle, filling: Filling<Facts>): Promise<Facts> {
  const queries: Kysely<Schema> = owner
  await migrate(queries as Kysely<unknown>, await appRoleOf(owner))
  const facts = await filling.fill(owner)
  await sql`create table bench_facts (facts json)`.execute(owner)
  await sql`insert into bench_facts values (${JSON.stringify(facts)})`.execute(owner)
  return facts
}

export async function readFacts<Facts>(owner: Handle): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`select facts from bench_facts`.execute(owner)
  return rows[0]!.facts
}

/** Names a kept database, so that it is found again until the generator or the schema changes. */
export function generatorHash(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const sources = globSync(['bench/fill/*.ts', 'server/src/db/migrations/*.ts'], { cwd: root }).sort()
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(root + source))
  return hash.digest('hex').slice(0, 8)
}
