import type { Config } from '../config.ts'
import type { Db } from '../db/database.ts'
import type { Storage } from '../storage/storage.ts'
import { banner, credentialsFile } from './credentials.ts'
import { seedDemo } from './seed.ts'

/** Fills an empty database. Existing data is never changed. */
export async function prepare(config: Config, { db, storage }: { db: Db; storage: Storage }): Promise<void> {
  await seedDemo(db, storage, credentialsFile(config.dataDirectory).write)
}

/** Prints how to call the demo, once its URL is known. */
export async function announce(config: Config, url: string): Promise<void> {
  const file = credentialsFile(config.dataDirectory)
  const credentials = await file.read()
  if (!credentials) {
    console.log(`Atelier listens at ${url}. The database is not empty, so no demo data was created.`)
    return
  }
  await file.write({ ...credentials, base_url: url })
  console.log(banner(url, file.path, credentials))
}
