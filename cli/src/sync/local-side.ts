import { lstat, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { checksumOf } from '../files/content.ts'
import { failure } from '../files/failure.ts'
import { inside } from '../files/inside.ts'
import { walkFolder } from '../files/local-files.ts'
import { inParallel } from '../files/parallel.ts'
import { progressOn } from '../files/progress.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'
import { unfinishedPattern } from './places.ts'

export type LocalFile = {
  /** Below the folder, with slashes. */
  path: string
  /** Bytes. */
  size: number
  /** What changes with the file. */
  mark: string
  /** The same part of it when the file is renamed. */
  same: string
  /** It was changed just now: another change in the same moment would leave the mark as it is. */
  isFresh: boolean
  /** SHA-256, once somebody has asked. */
  checksum?: string
}

export type LocalSide = {
  files: Map<string, LocalFile>
  folders: Set<string>
  /** What is there and is not synced: links, sockets, and what can't be read. Hidden files are not in it. */
  leftOut: Set<string>
  unread: [path: string, error: unknown][]
}

/** Some file systems count time in steps of two seconds: what changes within a step looks as before. */
const freshMsMax = 2_000

/** What is in a folder. @param isAlone then what a run that was killed has left of unfinished files is removed. */
export async function readLocal(root: string, isAlone: boolean): Promise<LocalSide> {
  const side: LocalSide = { files: new Map(), folders: new Set(), leftOut: new Set(), unread: [] }
  const below = (path: string) => path.slice(root.length + 1).replaceAll('\\', '/')

  function missed(path: string, error: unknown) {
    side.leftOut.add(below(path))
    side.unread.push([below(path), error])
  }

  await walkFolder(root, [], {
    missed,
    folder: (_, folders) => void side.folders.add(folders.join('/')),
    async file(path, folders) {
      const name = [...folders, basename(path)].join('/')
      try {
        side.files.set(name, { path: name, ...(await stampOf(path)) })
      } catch (error) {
        missed(path, error)
      }
    },
    async leftOut(path, name) {
      if (isAlone && unfinishedPattern.test(name))
        await inside(root, below(path), (file) => rm(file, { force: true }))
      else if (!name.startsWith('.')) side.leftOut.add(below(path))
    },
  })
  return side
}

/** Size, times and number of a file: while they are the same, so is its content, and nobody needs to read it. */
export async function stampOf(path: string): Promise<Omit<LocalFile, 'path' | 'checksum'>> {
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = await lstat(path, { bigint: true })
  // A file that is renamed has another ctime and is the same.
  const same = `${ino}.${size}.${mtimeNs}`
  const isFresh = Math.abs(Date.now() - Number(mtimeMs)) < freshMsMax
  return { size: Number(size), mark: `${same}.${ctimeNs}`, same, isFresh }
}

/** What is at a path now, links and directories too; undefined where nothing is. */
export async function whatIsAt(path: string): Promise<{ same: string } | undefined> {
  const there = await lstat(path).catch(unlessMissing)
  return there && (there.isFile() ? stampOf(path) : { same: 'no file' })
}

export const changedMeanwhile = () => failure('It was changed meanwhile: run it again.')
export const inPlace = () => failure('Something else is in its place: move it away and run it again.')

const hashedAtOnce = 4

/** Reads the files whose checksum is not known. What can't be read is left out. */
export async function hashFiles(
  root: string,
  files: readonly LocalFile[],
  side: LocalSide,
  terminal: Terminal,
): Promise<void> {
  const { signal } = terminal
  const bytes = files.reduce((sum, { size }) => sum + size, 0)
  const progress = progressOn(terminal, { files: files.length, bytes }, 'Reading')
  const reading = inParallel(files, hashedAtOnce, async (file) => {
    try {
      const moved = (now: number) => progress.moved(file.path, now)
      file.checksum = await checksumOf(`${root}/${file.path}`, signal, moved)
      progress.finished()
    } catch (error) {
      if (signal.aborted) throw signal.reason
      side.files.delete(file.path)
      side.leftOut.add(file.path)
      side.unread.push([file.path, error])
    }
  })
  await reading.finally(() => progress.end())
}
