import { statfs } from 'node:fs/promises'

export type Disk = { place: string; size: number; free: number }

/** Size and free bytes of the disks of directories, by name. */
export function disksOf(directories: Record<string, string>): Promise<Disk[]> {
  return Promise.all(
    Object.entries(directories).map(async ([place, directory]) => {
      const { bsize, blocks, bavail } = await statfs(directory)
      return { place, size: bsize * blocks, free: bsize * bavail }
    }),
  )
}
