import { createHash } from 'node:crypto'
import { closeSync, constants, openSync, writeSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { directoryOf, unlessMissing, writePrivately } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'

/** A file and an asset as they were when they were equal. */
export type Synced = {
  path: string
  id: string
  /** By which the file is known to be unchanged (local-side.ts); null where it has to be read. */
  mark: string | null
  checksum: string
  /** Checksum of the asset: that of a drawing, which the server cleans, is another. */
  remote: string
  /** Folder and name of the asset. */
  place: string
}

/** What is about to be sent: after a kill it is known what this may have become. */
export type Sending = {
  path: string
  checksum: string
  /** Of a new version: sent again under the key, it is the same one. */
  as?: { id: string; version: number; etag: string; idempotencyKey: string }
}

type Line =
  | { synced: Synced }
  | { forgotten: string }
  | { sending: Sending }
  | { unsent: string }
  | { folder: string; id: string | null }

/**
 * What the last run has left, as a journal: a line is added for each file when it is done, so that a run may end at any
 * moment. What a lost end would have said is found again by checksums.
 */
export type State = {
  /** By path. */
  synced: ReadonlyMap<string, Synced>
  sending: ReadonlyMap<string, Sending>
  /** Directory → folder, of those that were on both sides. */
  folders: ReadonlyMap<string, string>
  hasAsset(id: string): boolean
  add(line: Line): void
  close(): void
}

export const syncDirectory = (env: Terminal['env']) =>
  join(directoryOf(env, 'XDG_STATE_HOME', join('.local', 'state')), 'sync')

export const stateName = (what: readonly string[]) =>
  createHash('sha256').update(JSON.stringify(what)).digest('hex').slice(0, 32)

/** Lines that say what later ones say again are taken out when there are this many more than files. */
const superfluousMax = 1_000

/** Through no link: whoever else may write there could have the journal go into another file. */
const appending = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0)

/** What names a pair of folders: server, company, folder of the library, folder here. */
export type PairName = readonly string[]

export async function openState(env: Terminal['env'], pair: PairName): Promise<State> {
  const file = fileOf(env, pair)
  const { state, lines, written, isTorn } = await remembered(file)
  // Whatever follows a torn line would be lost with it.
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

/** As it was left, for one who only shows what would be done: nothing is written. */
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
    // The end of a line that a kill has cut off.
    return undefined
  }
}
