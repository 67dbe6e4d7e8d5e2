import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Kysely, sql } from 'kysely'
import type { Handle } from '../../server/src/db/handle.ts'
import { migrate } from '../../server/src/db/migrate.ts'
import type { Schema } from '../../server/src/db/schema.ts'

/** Fills a database and returns the facts about it that a benchmark needs. */
export type Filling<Facts> = {
  name: string
  fill(owner: Handle): Promise<Facts>
  /** Whether the next run can reuse the database. */
  kept: boolean
}

/** A filled database, as the environment variables that open it. */
export type Filled<Facts> = {
  facts: Facts
  server: Environment
  /**
   * The environment of the baseline. On the embedded engine it refers to a copy, because only one process can
   * open a database.
   */
  baseline: Environment
  remove(): Promise<void>
}

export type Environment = Record<string, string>

export type Engine = {
  kind: 'postgres' | 'embedded'
  title: string
  open<Facts>(filling: Filling<Facts>): Promise<Filled<Facts>>
  /**
   * Copies the rows for another program, after running additional statements. Not available on the embedded
   * engine.
   */
  copy?(filled: Filled<unknown>, name: string, statements: string[]): Promise<Filled<undefined>>
  /**
   * Pins the database to one core and returns a function that undoes it. Undefined if the database cannot be
   * pinned.
   */
  moveTo?(core: number): Promise<(() => void) | undefined>
}

/** Migrates and fills a new database and stores the facts in it. */
export async function fillNew<Facts>(owner: Handle, role: string, filling: Filling<Facts>): Promise<Facts> {
  const queries: Kysely<Schema> = owner
  await migrate(queries as Kysely<unknown>, role)
  const facts = await filling.fill(owner)
  await sql`create table bench_facts (facts json)`.execute(owner)
  await sql`insert into bench_facts values (${JSON.stringify(facts)})`.execute(owner)
  return facts
}

export async function readFacts<Facts>(owner: Handle): Promise<Facts> {
  const { rows } = await sql<{ facts: Facts }>`select facts from bench_facts`.execute(owner)
  return rows[0]!.facts
}

/** Names a kept database by a hash, so that a new generator or schema gets a new database. */
export function generatorHash(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url))
  const sources = globSync(['bench/{engines,fill}/*.ts', 'server/src/db/migrations/*.ts'], {
    cwd: root,
  }).sort()
  const hash = createHash('sha256')
  for (const source of sources) hash.update(readFileSync(root + source))
  return hash.digest('hex').slice(0, 8)
}
