import { keyColumns } from '../assets/reaper.ts'
import { nameKey } from '../db/search-terms.ts'
import { archivedValueChecker } from '../property-values/archived-values.ts'
import { isKey } from '../storage/storage.ts'
import { accountTables } from './accounts.ts'
import { type ArchivedColumns, sharedTables } from './columns.ts'
import { ArchiveError, type Manifest } from './manifest.ts'
import { archivedTables } from './tables.ts'

export type Row = Record<string, unknown>

/** A file that a row references. Only originals have a checksum. */
export type NamedFile = { key: string; sha256?: string; size?: number }

/** Maximum number of people and clients in an archive. */
const peopleMax = 1_000_000

/**
 * Checks rows against the archive itself. Each row must belong to the company and reference only clients and people
 * that precede it in the archive. The database's foreign keys state the references.
 */
export function rowChecker(manifest: Manifest, columnsOf: ReadonlyMap<string, ArchivedColumns>) {
  const brought = { person: new Set<unknown>(), client: new Set<unknown>() }
  const emails = new Set<string>()
  const valueFault = archivedValueChecker()
  const tables = new Map([...columnsOf].map(([table, columns]) => [table, tableOf(table, columns)]))

  function tableOf(table: string, columns: ArchivedColumns) {
    const described = [...accountTables, ...archivedTables].find(({ name }) => name === table)
    const written = manifest.tables[table] ?? []
    const max = archivedTables.find(({ name }) => name === table)?.max
    const counted = max && { ...max, counts: new Map<unknown, number>() }
    return { columns, written, schema: described?.row, counted, keys: keysOf(table) }
  }

  function count(table: string, row: Row) {
    const { counted } = tables.get(table)!
    if (!counted) return
    const owner = counted.per === undefined ? undefined : row[counted.per]
    const count = (counted.counts.get(owner) ?? 0) + 1
    if (count > counted.rows) throw refused(table, 'too many rows')
    counted.counts.set(owner, count)
  }

  function checkTypes(table: string, row: Row) {
    const { columns, written } = tables.get(table)!
    const isFirst = manifest.format === 1
    for (const [name, value] of Object.entries(row)) {
      const schema = columns.schemas.get(name)
      if (!schema) throw refused(table, `an unknown column, ${name}`)
      if (!written.includes(name)) {
        if (!isFirst) throw refused(table, `a column that is not in the manifest, ${name}`)
        delete row[name]
      } else if (!schema.safeParse(value).success) throw refused(table, `an invalid value of ${name}`)
    }
    for (const name of written)
      if (!Object.hasOwn(row, name)) throw refused(table, `a row without the column ${name}`)
  }

  function checkReferences(table: string, row: Row) {
    for (const { column, table: target } of tables.get(table)!.columns.references) {
      const value = row[column]
      if (value === null || value === undefined) continue
      const kind = sharedTables.get(target)!
      const isOwn =
        kind === 'company'
          ? value === manifest.company.id
          : kind === 'enterprise'
            ? value === manifest.enterprise.id
            : brought[kind].has(value)
      if (!isOwn) throw refused(table, `a row that references another company's or a missing ${kind}`)
    }
  }

  /** Omits a person whom the archive does not contain, because the ID could be of somebody in this installation. */
  function checkActor(table: string, { actor }: Row) {
    if (table === 'events' && isPerson(actor) && !brought.person.has(actor.id)) delete actor.id
  }

  function note(table: string, row: Row) {
    if (table === 'clients') brought.client.add(row.id)
    if (table !== 'people') return
    const email = String(row.email).toLowerCase()
    if (emails.has(email) || brought.person.has(row.id)) throw refused(table, 'a duplicate person')
    emails.add(email)
    brought.person.add(row.id)
    if (brought.person.size > peopleMax) throw new ArchiveError('The archive contains too many people.')
  }

  return (table: string, row: Row): NamedFile[] => {
    const { schema, keys } = tables.get(table)!
    checkTypes(table, row)
    const parsed = schema?.safeParse(row)
    const issue = parsed?.error?.issues[0]
    if (issue) throw refused(table, `an invalid value of ${String(issue.path[0] ?? 'a row')}`)
    // Keeps only the fields that verify signatures, as when a client registers a key.
    Object.assign(row, parsed?.data)
    checkReferences(table, row)
    checkActor(table, row)
    // An earlier version may have compared names by different rules.
    if (row.name_key !== undefined) row.name_key = nameKey(String(row.family ?? row.name))
    // The primary key makes numbers unique, so there is no gap if the number of events equals the version.
    if (table === 'events' && !(Number(row.seq) >= 1 && Number(row.seq) <= manifest.company.version))
      throw refused(table, "an event outside the company's sequence")
    const fault = valueFault(table, row)
    if (fault !== undefined) throw refused(table, fault)
    note(table, row)
    count(table, row)
    const files = keys(row)
    const isOwn = (key: unknown) => isKey(String(key)) && String(key).startsWith(`${manifest.company.id}/`)
    // The source of a rendition is a file that a version references, or once referenced.
    const isSourceOwn = table !== 'renditions' || isOwn(row.source_key)
    if (!isSourceOwn || files.some(({ key }) => !isOwn(key))) throw refused(table, "another company's file")
    return files
  }
}

/** Whether the actor of an event is a person. The schema of events has checked its type. */
export const isPerson = (actor: unknown): actor is { type: 'person'; id?: unknown } =>
  (actor as { type?: unknown }).type === 'person'

/** Finds the storage keys in a row. */
function keysOf(table: string): (row: Row) => NamedFile[] {
  const columns = keyColumns.filter(([name]) => name === table).map(([, column]) => column)
  return (row) => {
    const shown = table === 'assets' ? renditionsOf(row.renditions) : []
    const named = columns.flatMap((column) => {
      const key = row[column]
      if (typeof key !== 'string') return []
      const isOriginal = column === 'file_key' && typeof row.checksum === 'string'
      return isOriginal ? { key, sha256: row.checksum as string, size: Number(row.size) } : { key }
    })
    return [...named, ...shown]
  }
}

function renditionsOf(renditions: unknown): NamedFile[] {
  if (renditions === undefined) return []
  if (!Array.isArray(renditions)) throw refused('assets', 'an invalid value of renditions')
  return renditions.map((one) => {
    const key = (one as { key?: unknown } | null)?.key
    if (typeof key !== 'string') throw refused('assets', 'an invalid value of renditions')
    return { key }
  })
}

export const refused = (table: string, what: string) =>
  new ArchiveError(`The archive is rejected: its ${table} contain ${what}.`)
