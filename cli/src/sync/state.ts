import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, unlessMissing, writePrivately } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'

export type Synced = {
  path: string
  id: string
  /** Detects that the file is unchanged (local-side.ts). Null if the file has to be read. */
  mark: string | null
  checksum: string
  /** The asset's checksum, which differs for an SVG that the server sanitized. */
  remote: string
  /** Folder and name of the asset. */
  place: string
}

/** An upload that is about to start. After an interruption, it identifies the possible result. */
export type Sending = {
  path: string
  checksum: string
  /** The asset that gets a new version. The idempotency key makes a retry safe. */
  as?: { id: string; version: number; etag: string; idempotencyKey: string }
}

type Line =
  | { synced: Synced }
  | { forgotten: string }
  | { sending: Sending }
  | { unsent: string }
  | { folder: string; id: string | null }

/**
 * The recorded state is a journal with one line per finished file, so that a run can end at any moment. Lines
 * lost in a crash are recovered by comparing checksums.
 */
export type State = {
  /** Pairs by path. */
  synced: ReadonlyMap<string, Synced>
  sending: ReadonlyMap<string, Sending>
  /** The folder of each directory that exists on both sides. */
  folders: ReadonlyMap<string, string>
  hasAsset(id: string): boolean
  add(line: Line): void
  close(): void
}

export const syncDirectory = (env: Terminal['env']) =>
  join(directoryOf(env, 'XDG_STATE_HOME', join('.local', 'state')), 'sync')

export const stateName = (what: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)

/** Number of lines in excess of the files at which the journal is compacted. */
const superfluousMax = 1_000

/**
 * Does not follow links, because another user with write access could redirect the journal to another file.
 */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** Identifies a pair of folders: server, company, library folder and local folder. */
export type PairName = readonly string[]

export async function openState(env: Terminal['env'], pair: PairName): Promise<State> {
  const file = fileOf(env, pair)
  const { state, lines, written, isTorn } = await remembered(file)
  // A torn line would also corrupt the line appended after it.
  if (isTorn || written - lines().length > superfluousMax) await writePrivately(file, textOf(lines()))
  const journal = openSync(file, appending, 0o600)
  return {
    ...state,
    add(line) {
      state.add(line)
      writeSync(journal, textOf([line]))
    },
    close: () => closeSync(journal),
  }
}

/** A read-only copy of the state for `--dry-run`. */
export async function readState(env: Terminal['env'], pair: PairName | undefined): Promise<State> {
  return (await remembered(pair && fileOf(env, pair))).state
}

const fileOf = (env: Terminal['env'], pair: PairName) => join(syncDirectory(env), `${stateName(pair)}.jsonl`)

async function remembered(file: string | undefined) {
  const text = (file && (await readFile(file, 'utf8').catch(unlessMissing))) ?? ''
  const { lines, ...state } = memory()
  const written = text.split('\n')
  for (const line of written) {
    const known = parsed(line)
    if (known) state.add(known)
  }
  return { state, lines, written: written.length, isTorn: !text.endsWith('\n') }
}

function memory() {
  const synced = new Map<string, Synced>()
  const sending = new Map<string, Sending>()
  const folders = new Map<string, string>()
  const assets = new Map<string, string>()

  function forget(path: string) {
    const known = synced.get(path)
    if (known && assets.get(known.id) === path) assets.delete(known.id)
    synced.delete(path)
    sending.delete(path)
  }

  function add(line: Line) {
    if ('synced' in line) {
      forget(line.synced.path)
      synced.set(line.synced.path, line.synced)
      assets.set(line.synced.id, line.synced.path)
    } else if ('forgotten' in line) forget(line.forgotten)
    else if ('sending' in line) sending.set(line.sending.path, line.sending)
    else if ('unsent' in line) sending.delete(line.unsent)
    else if (line.id === null) folders.delete(line.folder)
    else folders.set(line.folder, line.id)
  }

  const lines = (): Line[] => [
    ...[...folders].map(([folder, id]) => ({ folder, id })),
    ...[...synced.values()].map((one) => ({ synced: one })),
    ...[...sending.values()].map((one) => ({ sending: one })),
  ]
  return { synced, sending, folders, hasAsset: (id: string) => assets.has(id), add, lines, close() {} }
}

const textOf = (lines: Line[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('')

function parsed(line: string): Line | undefined {
  try {
    return JSON.parse(line)
  } catch {
    // A last line that was truncated by a crash.
    return undefined
  }
}
