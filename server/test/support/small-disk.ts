import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { open, rm, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { atEnd } from './service.ts'

const blockBytes = 64 * 1024

/**
 * Returns and prints the reason why this machine cannot create a small disk. Undefined if it can, which
 * requires root and usually fails in a container.
 */
export function withoutSmallDisks(): string | undefined {
  const mounted = mount(newDirectory(), 'size=1m')
  if (mounted === undefined) {
    if (process.env.CI) throw new Error('The tests of full disks need the right to mount a file system.')
    console.error('NO FILE SYSTEM MAY BE MOUNTED HERE: disks that fill up are left out.')
    return 'mounting a file system is not permitted here'
  }
  remove(mounted)
  return undefined
}

export type SmallDisk = {
  directory: string
  /** Fills the free space except for some bytes. */
  fill(leaveBytes: number): Promise<void>
  free(): Promise<void>
  /** Resizes the disk with mount options of tmpfs. */
  change(options: string): void
}

/** A file system in memory, in a new directory or over an existing directory. It is unmounted at the end. */
export function smallDisk(megabytes: number, at = newDirectory(), options = 'mode=755'): SmallDisk {
  const directory = mount(at, `size=${megabytes}m,${options}`)
  if (directory === undefined) throw new Error('Mounting a file system is not permitted here.')
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
        // Another writer has used the remaining space.
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
  // A lazy unmount works while files are open.
  spawnSync('umount', ['--lazy', directory])
  rmSync(directory, { recursive: true, force: true })
}
