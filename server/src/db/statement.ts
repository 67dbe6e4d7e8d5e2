import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

/** Stands in a statement for a value that each call brings. */
class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

export const placeholder = <T>(name: string): RawBuilder<T> => sql<T>`${new Placeholder(name)}`

/** A query to be, of the builder or raw. */
export type Buildable<Row> = Compilable<Row> | RawBuilder<Row>

export type Statement<Row> = (db: Db, values: Record<string, unknown>) => Promise<Row[]>

/**
 * A query that is built once and run many times: building it costs more than PostgreSQL takes to answer.
 * The text stays the same, so that PostgreSQL parses it once a connection too (prepared.ts).
 */
export function statement<Row>(build: (db: Db) => Buildable<Row>): Statement<Row> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder ? values[value.name] : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Filters combine: past this many shapes of one list, the one that was used least lately is built anew. */
const shapesMax = 500

/** The same for a query of which a few shapes exist: each is built at the first call that needs it. */
export function statementsByShape<Row>() {
  const shapes = new Map<string, Statement<Row>>()
  return (shape: string, build: (db: Db) => Buildable<Row>): Statement<Row> => {
    const run = shapes.get(shape) ?? statement(build)
    // Set anew at each use, a map keeps the order of use: the first is the one that was used least lately.
    shapes.delete(shape)
    shapes.set(shape, run)
    if (shapes.size > shapesMax) shapes.delete(shapes.keys().next().value!)
    return run
  }
}
