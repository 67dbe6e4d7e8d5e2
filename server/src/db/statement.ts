import { type Compilable, type CompiledQuery, type RawBuilder, sql } from 'kysely'
import type { Db } from './database.ts'

class Placeholder {
  readonly name: string
  constructor(name: string) {
    this.name = name
  }
}

/** The folders that the handle or transaction is limited to, as a PostgreSQL array. Empty without a limit. */
class FolderPlaceholder {
  readonly part: 'read' | 'write'
  constructor(part: 'read' | 'write') {
    this.part = part
  }
}

export const folderPlaceholder = (part: 'read' | 'write'): RawBuilder<string> =>
  sql<string>`${new FolderPlaceholder(part)}`

const foldersOf = ({ folderLimit }: Db, part: 'read' | 'write') => {
  const folders = folderLimit?.[part]
  return folders ? `{${folders.join()}}` : ''
}

export const placeholder = <T>(name: string): RawBuilder<T> => sql<T>`${new Placeholder(name)}`

/** A query from the query builder, or raw SQL. */
export type Buildable<Row> = Compilable<Row> | RawBuilder<Row>

export type Statement<Row> = (db: Db, values: Record<string, unknown>) => Promise<Row[]>

/**
 * A query that is built once and run many times, because building it costs more than running it. Its text stays the
 * same, so PostgreSQL also parses it only once per connection (prepared.ts).
 */
export function statement<Row>(build: (db: Db) => Buildable<Row>): Statement<Row> {
  let compiled: CompiledQuery<Row> | undefined
  return async (db, values) => {
    compiled ??= build(db).compile(db)
    const parameters = compiled.parameters.map((value) =>
      value instanceof Placeholder
        ? values[value.name]
        : value instanceof FolderPlaceholder
          ? foldersOf(db, value.part)
          : value,
    )
    const { rows } = await db.executeQuery<Row>({ ...compiled, parameters })
    return rows
  }
}

/** Maximum number of remembered shapes per list. Beyond it, the least recently used shape is discarded. */
const shapesMax = 500

/** Like `statement`, for a query with a few shapes. Each shape is built at its first call. */
export function statementsByShape<Row>() {
  const shapes = new Map<string, Statement<Row>>()
  return (shape: string, build: (db: Db) => Buildable<Row>): Statement<Row> => {
    const run = shapes.get(shape) ?? statement(build)
    // A map that re-inserts at each use keeps the order of use, so its first entry is the least recently
    // used.
    shapes.delete(shape)
    shapes.set(shape, run)
    if (shapes.size > shapesMax) shapes.delete(shapes.keys().next().value!)
    return run
  }
}
