import type { Locker } from '@tus/server'
import type { StorageConfig } from '../config/storage.ts'
import { openDisk } from './disk.ts'
import type { Storage } from './storage.ts'

/**
 * Storage on disk never loads the S3 client, because loading it takes a while.
 * @param locks the locks of uploads in chunks, if other processes share them.
 */
export async function openStorage(config: StorageConfig, now = Date.now(), locks?: Locker): Promise<Storage> {
  if (config.kind === 'disk') return openDisk(config.directory, now, locks)
  const { openS3 } = await import('./s3.ts')
  return openS3(config, now, locks)
}
