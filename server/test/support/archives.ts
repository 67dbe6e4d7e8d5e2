// Splits a company's archive into its parts and packs them again, as an attacker would to tamper with it.
import { packTar, type TarHeader, unpackTar } from 'modern-tar'
import { entryDigest, sha256Of } from '../../src/archive/digest.ts'
import type { Manifest } from '../../src/archive/manifest.ts'

export type ArchiveRow = Record<string, unknown>

/** The parts of an archive without its end entry, which follows from the rest. */
export type Parts = {
  manifest: Manifest
  files: Map<string, Buffer>
  rows: Record<string, ArchiveRow[]>
}

export async function partsOf(archive: Buffer): Promise<Parts> {
  const parts = { files: new Map<string, Buffer>(), rows: {} } as unknown as Parts
  for (const { header, data } of await unpackTar(archive)) {
    const bytes = Buffer.from(data!)
    const [place, name] = header.name.split('/')
    if (header.name === 'manifest.json') parts.manifest = JSON.parse(bytes.toString())
    else if (place === 'files') parts.files.set(name!, bytes)
    else if (place === 'rows') parts.rows[name!] = [...(parts.rows[name!] ?? []), ...linesOf(bytes)]
  }
  return parts
}

const linesOf = (bytes: Buffer) =>
  bytes
    .toString()
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as ArchiveRow)

export type RawEntry = { name: string; body: Buffer | string; header?: Partial<TarHeader> }

/** The entries of an archive without the end. */
export function entriesOf({ manifest, files, rows }: Parts): RawEntry[] {
  const chunks = Object.entries(rows).flatMap(([table, all]) =>
    Array.from({ length: Math.ceil(all.length / 1_000) }, (_, chunk) => ({
      name: `rows/${table}/${String(chunk).padStart(6, '0')}.ndjson`,
      body: all
        .slice(chunk * 1_000, (chunk + 1) * 1_000)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    })),
  )
  return [
    { name: 'manifest.json', body: `${JSON.stringify(manifest)}\n` },
    ...[...files].map(([name, body]) => ({ name: `files/${name}`, body })),
    ...chunks,
  ]
}

/** The end entry that matches these entries. */
export function endOf(entries: RawEntry[]) {
  const digest = entryDigest()
  const end = { rows: {} as Record<string, number>, files: 0, bytes: 0, missing: [], damaged: [] }
  for (const { name, body } of entries) {
    const bytes = Buffer.from(body)
    digest.add(name, bytes.length, sha256Of(bytes))
    const [place, table] = name.split('/')
    if (name === 'manifest.json')
      for (const one of Object.keys(JSON.parse(`${body}`).tables)) end.rows[one] = 0
    if (place === 'files') {
      end.files += 1
      end.bytes += bytes.length
    }
    if (place === 'rows') end.rows[table!] = (end.rows[table!] ?? 0) + `${body}`.trimEnd().split('\n').length
  }
  return { ...end, sha256: digest.hex() }
}

export async function packed(entries: RawEntry[], end: object = endOf(entries)): Promise<Buffer> {
  const all = [...entries, { name: 'end.json', body: `${JSON.stringify(end)}\n` } as RawEntry]
  return packedRaw(all)
}

/** Packs entries without adding an end entry. */
export async function packedRaw(entries: RawEntry[]): Promise<Buffer> {
  const tar = entries.map(({ name, body, header }) => {
    const bytes = new Uint8Array(Buffer.from(body))
    return { header: { name, size: bytes.length, type: 'file' as const, ...header }, body: bytes }
  })
  return Buffer.from(await packTar(tar))
}
