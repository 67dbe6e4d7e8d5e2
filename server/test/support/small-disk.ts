import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './service.ts'

const blockBytes = 64 * 1024

/** Why no small disk can be had here, which is said loudly; undefined where one can: as root, outside most containers. */
export function withoutSmallDisks(): string | undefined {
  const mounted = mount(newDirectory(), 'size=1m')
  if (mounted === undefined) {
    if (process.env.CI) throw new Error('The tests of full disks need the right to mount a file system.')
    console.error('NO FILE SYSTEM MAY BE MOUNTED HERE: disks that fill up are left out.')
    return 'no file system may be mounted here'
  }
  remove(mounted)
  return undefined
}

export type SmallDisk = {
  directory: string
  /** Takes what is free, but for some bytes. */
  fill(leaveBytes: number): Promise<void>
  /** Gives it back. */
  free(): Promise<void>
  /** Makes it larger, or smaller, as options of `mount` for tmpfs say. */
  change(options: string): void
}

/** A file system of its own, in memory, gone at the end: in a new directory, or over one that is there. */
export function smallDisk(megabytes: number, at = newDirectory(), options = 'mode=755'): SmallDisk {
  const directory = mount(at, `size=${megabytes}m,${options}`)
  if (directory === undefined) throw new Error('No file system may be mounted here.')
  atEnd(async () => remove(directory))
  const ballast = join(directory, 'ballast')
  return {
    directory,
    async fill(leaveBytes) {
      const file = await open(ballast, 'a')
      try {
        const { bavail, bsize } = await statfs(directory)
        for (let left = bavail * bsize - leaveBytes; left > 0; left -= blockBytes)
          await file.write(Buffer.alloc(Math.min(left, blockBytes)))
      } catch (error) {
        // Whoever writes beside it has taken the rest.
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        await file.close()
      }
    },
    free: () => rm(ballast),
    change(options) {
      assert.equal(spawnSync('mount', ['-o', `remount,${options}`, directory]).status, 0)
    },
  }
}

const newDirectory = () => mkdtempSync(join(tmpdir(), 'atelier-small-'))

function mount(directory: string, options: string): string | undefined {
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', directory])
  if (status === 0) return directory
  rmSync(directory, { recursive: true })
  return undefined
}

function remove(directory: string) {
  // Also while somebody still has a file of it open.
  spawnSync('umount', ['--lazy', directory])
  rmSync(directory, { recursive: true, force: true })
}
