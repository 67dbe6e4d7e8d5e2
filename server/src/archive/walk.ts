import type { Readable } from 'node:stream'
import { isKey as isFileName } from '../storage/storage.ts'
import { accountTables } from './accounts.ts'
import type { ArchivedColumns } from './columns.ts'
import { type Entry, entriesOf, shown } from './entries.ts'
import { ArchiveError, End, FirstEnd, Manifest } from './manifest.ts'
import { type NamedFile, type Row, refused, rowChecker } from './rows.ts'
import { archivedTables, knownMigrations } from './tables.ts'

const rowsPerEntryMax = 1_000
const rowCharactersMax = 8 * 1024 * 1024
/** Maximum number of files in an archive. Each fact is kept in memory until a row describes its file. */
const filesMax = 10_000_000

export const tableNames: readonly string[] = [...accountTables, ...archivedTables].map(({ name }) => name)

/** Receives the content of an archive while it is checked. */
export type Sink = {
  file(key: string, entry: Entry): Promise<void>
  rows(table: string, columns: readonly string[], rows: readonly Row[]): Promise<void>
}

export type Walked = Manifest & { end: End }

/** Checks an archive to its end and discards the content. */
export const onlyCheck: Sink = {
  async file(_, entry) {
    for await (const _chunk of entry.body());
  },
  async rows() {},
}

/**
 * Reads an archive from beginning to end and checks it: manifest, files, rows table by table, then the end. The content
 * of each call to `sink` has already been checked. Only when this function returns is the archive known to be complete.
 * @throws {ArchiveError}
 */
export async function walkArchive(
  source: Readable,
  columnsOf: ReadonlyMap<string, ArchivedColumns>,
  sink: Sink,
): Promise<Walked> {
  try {
    return await walk(source, columnsOf, sink)
  } finally {
    source.destroy()
  }
}

async function walk(
  source: Readable,
  columnsOf: ReadonlyMap<string, ArchivedColumns>,
  sink: Sink,
): Promise<Walked> {
  const { entries, digest } = entriesOf(source)
  const manifest = await manifestIn(entries)
  checkTables(manifest, columnsOf)
  const files = fileRecord(manifest)
  const tables = tableRecord(manifest, columnsOf, files.need)
  for await (const entry of entries) {
    const [place, name = '', chunk = '', ...more] = entry.name.split('/')
    if (entry.name === 'end.json') {
      const sha256 = digest.hex()
      const end = endOf(manifest, JSON.parse(await entry.text()))
      if (manifest.format > 1 && end.sha256 !== sha256)
        throw new ArchiveError('The archive is damaged: its checksum is wrong.')
      if ((tables.counts.events ?? 0) !== manifest.company.version)
        throw refused('events', "events that do not match the company's version")
      checkWhole(end, { ...files.found(), rows: tables.counts, sha256 })
      const extra = await entries.next()
      if (!extra.done) throw unexpected(extra.value.name)
      return { ...manifest, end: { ...end, sha256 } }
    }
    if (place === 'files' && chunk === '' && more.length === 0 && !tables.areBegun()) {
      const key = files.begin(name)
      await sink.file(key, entry)
      files.note(key, entry)
    } else if (place === 'rows' && more.length === 0 && Object.hasOwn(manifest.tables, name)) {
      const rows = tables.take(name, chunk, await entry.text())
      await sink.rows(name, manifest.tables[name]!, rows)
    } else throw unexpected(entry.name)
  }
  throw new ArchiveError('The archive is truncated.')
}

const unexpected = (name: string) =>
  new ArchiveError(`The archive contains an unexpected entry: ${shown(name)}.`)

async function manifestIn(entries: AsyncGenerator<Entry>): Promise<Manifest> {
  const first = await entries.next()
  if (first.value?.name !== 'manifest.json') throw new ArchiveError('This file is not a company archive.')
  const parsed = Manifest.safeParse(JSON.parse(await first.value.text()))
  if (!parsed.success) throw new ArchiveError('This version does not support the format of the archive.')
  if (parsed.data.migrations.some((name) => !knownMigrations.includes(name)))
    throw new ArchiveError('The archive was written by a newer version. Upgrade this installation first.')
  return parsed.data
}

/** Rejects columns that an archive must not write. Account tables have an allow-list. */
function checkTables({ tables }: Manifest, columnsOf: ReadonlyMap<string, ArchivedColumns>) {
  for (const [table, written] of Object.entries(tables)) {
    if (!tableNames.includes(table))
      throw new ArchiveError(`The archive contains an unknown table: ${shown(table)}.`)
    const { names, required, generated } = columnsOf.get(table)!
    const account = accountTables.find(({ name }) => name === table)
    const twice = written.find((column, at) => written.indexOf(column) !== at)
    if (twice !== undefined) throw refused(table, `the column ${twice} twice`)
    for (const column of written) {
      if (generated.has(column)) throw refused(table, `a generated column, ${column}`)
      if (!names.has(column) || (account && !account.columns.includes(column)))
        throw refused(table, `an unknown column, ${shown(column)}`)
    }
    const missing = required.find((column) => !written.includes(column))
    if (missing !== undefined) throw refused(table, `no column ${missing}`)
  }
}

function endOf({ format }: Manifest, text: unknown) {
  return format === 1 ? FirstEnd.parse(text) : End.parse(text)
}

/** Collects the rows in order. Each chunk is used once. */
function tableRecord(
  manifest: Manifest,
  columnsOf: ReadonlyMap<string, ArchivedColumns>,
  need: (file: NamedFile) => void,
) {
  const check = rowChecker(manifest, columnsOf)
  const counts: Record<string, number> = Object.fromEntries(
    Object.keys(manifest.tables).map((table) => [table, 0]),
  )
  let at = { table: -1, chunk: -1 }

  function parse(table: string, line: string): Row {
    if (line.length > rowCharactersMax) throw refused(table, 'a row that is too long')
    const row: unknown = JSON.parse(line)
    if (typeof row !== 'object' || row === null || Array.isArray(row)) throw refused(table, 'no row')
    return row as Row
  }

  return {
    counts,
    areBegun: () => at.table >= 0,
    take(name: string, chunk: string, text: string): Row[] {
      const table = tableNames.indexOf(name)
      const expected = table === at.table ? at.chunk + 1 : 0
      if (table < at.table || chunk !== `${String(expected).padStart(6, '0')}.ndjson`)
        throw unexpected(`rows/${name}/${chunk}`)
      at = { table, chunk: expected }
      if (!text.endsWith('\n')) throw refused(name, 'a truncated row')
      const lines = text.slice(0, -1).split('\n', rowsPerEntryMax + 1)
      if (lines.length > rowsPerEntryMax) throw refused(name, 'too many rows in one entry')
      counts[name]! += lines.length
      return lines.map((line) => {
        const row = parse(name, line)
        for (const file of check(name, row)) need(file)
        return row
      })
    },
  }
}

/** Records each file as it arrives, and what later rows state about it. */
function fileRecord({ company }: Manifest) {
  const held = new Map<string, { size: number; sha256: string; isNeeded: boolean }>()
  const missing = new Set<string>()
  const damaged = new Set<string>()
  let bytes = 0
  return {
    begin(name: string): string {
      const key = `${company.id}/${name}`
      if (!isFileName(key) || held.has(key)) throw unexpected(`files/${name}`)
      if (held.size >= filesMax) throw new ArchiveError('The archive contains too many files.')
      return key
    },
    note(key: string, entry: Entry) {
      bytes += entry.size
      held.set(key, { size: entry.size, sha256: entry.sha256(), isNeeded: false })
    },
    need({ key, sha256, size }: NamedFile) {
      const file = held.get(key)
      if (!file) return void missing.add(key)
      file.isNeeded = true
      if (sha256 !== undefined && (sha256 !== file.sha256 || size !== file.size)) damaged.add(key)
    },
    found() {
      const unused = [...held].find(([, { isNeeded }]) => !isNeeded)
      if (unused) throw new ArchiveError(`The archive contains a file that no row references: ${unused[0]}.`)
      return { files: held.size, bytes, missing: [...missing].sort(), damaged: [...damaged].sort() }
    },
  }
}

type Seen = Omit<End, 'sha256'> & { sha256: string | undefined }

/** Compares the counts in the end with the entries that were read. */
function checkWhole(end: Seen, seen: Seen) {
  for (const [what, kind] of [
    ['missing', 'is missing'],
    ['damaged', 'does not match the size or checksum in its row'],
  ] as const) {
    const untold = seen[what].find((key) => !end[what].includes(key))
    if (untold !== undefined) throw new ArchiveError(`The archive is damaged: the file ${untold} ${kind}.`)
  }
  const comparable = ({ rows, files, bytes, missing, damaged }: Seen) =>
    JSON.stringify([files, bytes, missing.toSorted(), damaged.toSorted(), Object.entries(rows).sort()])
  if (comparable(end) !== comparable(seen)) throw new ArchiveError('The archive is incomplete.')
}
