import type { Config } from '../config.ts'
import { type Database, openDatabase } from '../db/database.ts'
import { verifyKeys } from '../secrets/key-fingerprint.ts'
import { type Keys, openKeys } from '../secrets/secret-key.ts'
import { openStorage } from '../storage/open.ts'
import type { Storage } from '../storage/storage.ts'
import type { Siblings } from '../workers/siblings.ts'

/** The basis of the server and of operator commands. Commands open it without listening. */
export type Foundation = Database & { storage: Storage; keys: Keys; siblings?: Siblings | undefined }

/** @param siblings set in a worker process: the primary has done the one-time work. */
export async function openFoundation(config: Config, siblings?: Siblings): Promise<Foundation> {
  const keys = openKeys(config)
  const storage = await openStorage(config.storage, Date.now(), siblings?.uploadLocks)
  const database = await openDatabase(config.database, siblings !== undefined)
  await verifyKeys(database.background, keys).catch(async (error) => {
    await database.close()
    throw error
  })
  return { ...database, keys, storage, siblings }
}
