import { lstat, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { checksumOf } from '../files/content.ts'
import { failure } from '../files/failure.ts'
import { inside } from '../files/inside-root.ts'
import { walkFolder } from '../files/local-files.ts'
import { inParallel } from '../files/parallel.ts'
import { progressOn } from '../files/progress.ts'
import { unlessMissing } from '../signing-in/credentials.ts'
import type { Terminal } from '../terminal.ts'
import { unfinishedPattern } from './paths.ts'

export type LocalFile = {
  /** Relative to the synced folder, with slashes. */
  path: string
  /** Bytes. */
  size: number
  /** Changes whenever the file changes. */
  mark: string
  /** The part of the mark that does not change when the file is renamed. */
  same: string
  /** The file was modified so recently that another change might leave the mark unchanged. */
  isFresh: boolean
  /** SHA-256, once it has been computed. */
  checksum?: string
}

export type LocalSide = {
  files: Map<string, LocalFile>
  folders: Set<string>
  /**
   * Existing paths that are not synced: links, special files and unreadable files. Hidden files are not
   * included.
   */
  leftOut: Set<string>
  unread: [path: string, error: unknown][]
}

/**
 * Age up to which a file is read again. Some file systems store times in steps of 2 seconds, which can hide a
 * change.
 */
const freshMsMax = 2_000

/** Scans a folder. @param isAlone whether to delete the temporary files of interrupted runs. */
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

/** Size, times and inode of a file. While they are the same, the content is not read again. */
export async function stampOf(path: string): Promise<Omit<LocalFile, 'path' | 'checksum'>> {
  const { ino, size, mtimeNs, ctimeNs, mtimeMs } = await lstat(path, { bigint: true })
  // Renaming a file changes its ctime, so the stamp does not contain the ctime.
  const same = `${ino}.${size}.${mtimeNs}`
  const isFresh = Math.abs(Date.now() - Number(mtimeMs)) < freshMsMax
  return { size: Number(size), mark: `${same}.${ctimeNs}`, same, isFresh }
}

/** The entry at a path, including links and directories. Undefined if there is none. */
export async function whatIsAt(path: string): Promise<{ same: string } | undefined> {
  const there = await lstat(path).catch(unlessMissing)
  return there && (there.isFile() ? stampOf(path) : { same: 'no file' })
}

export const changedMeanwhile = () => failure('The file was changed during the sync. Run the command again.')
export const inPlace = () =>
  failure('Another file has this name. Move or rename that file, then run the command again.')

const hashedAtOnce = 4

/** Computes missing checksums. Skips unreadable files. */
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
