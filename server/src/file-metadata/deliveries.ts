import { fairCache } from '../cache/fair-cache.ts'
import { versionedCache } from '../cache/versioned-cache.ts'
import type { Handle } from '../db/handle.ts'
import type { CompanyId } from '../ids.ts'
import type { Storage, StoredFile } from '../storage/storage.ts'
import { mayHaveLocation, withoutLocation } from './location/remove.ts'
import { memoryOf, type Part, sizeOf, sourceOfStored, streamOf, within } from './parts.ts'

export type DeliveredFile = StoredFile & {
  /** Whether the bytes differ from those of the stored file. */
  lacksLocation: boolean
}

export type Deliveries = (key: string) => Promise<DeliveredFile | undefined>

const settingsBytesMax = 256 * 1024
const lastReadMax = 10_000
/** Size of the cache for patches that remove locations. A file with more patches is parsed for each request. */
const removedBytesMax = 32 * 1024 ** 2

/**
 * Finds files for delivery by links, shares and zips. If the company removes locations, they are removed while the file
 * is sent; the stored file keeps them. Other nodes apply a change of the setting within a few seconds.
 */
export function deliveriesOf(db: Handle, storage: Pick<Storage, 'find'>): Deliveries {
  const settings = versionedCache<boolean>(db.cacheVersions, settingsBytesMax)
  /** The key consists of storage key and size, because originals never change. */
  const removed = fairCache<{ parts: Part[] | undefined }>(removedBytesMax)
  /** The last known setting of each company, used while the database is unavailable. */
  const lastRead = new Map<CompanyId, boolean>()

  async function removesLocation(companyId: CompanyId): Promise<boolean> {
    const known = settings.find(companyId)
    if (known !== undefined) return known
    const since = settings.miss()
    const value = await read(companyId).catch((error) => {
      const last = lastRead.get(companyId)
      if (last === undefined) throw error
      return last
    })
    lastRead.delete(companyId)
    lastRead.set(companyId, value)
    if (lastRead.size > lastReadMax) lastRead.delete(lastRead.keys().next().value!)
    if (since) settings.keep(companyId, { value, since, keys: [companyId], owner: companyId })
    return value
  }

  async function read(companyId: CompanyId): Promise<boolean> {
    const company = await db
      .selectFrom('companies')
      .select('removes_location')
      .where('id', '=', companyId)
      .executeTakeFirst()
    return company?.removes_location ?? false
  }

  async function removedFrom(key: string, companyId: CompanyId, file: StoredFile, extension: string) {
    // A preview that is rendered again keeps its key.
    const name = `${key} ${file.size}`
    const known = removed.get(name)
    if (known) return known.parts
    const parts = await withoutLocation(sourceOfStored(file), extension)
    removed.set(name, companyId, { parts }, memoryOf(parts ?? []))
    return parts
  }

  return async (key) => {
    const file = await storage.find(key)
    if (!file) return undefined
    const extension = key.split('.').at(-1)!
    const companyId = key.split('/')[0]!
    const isRemoved = mayHaveLocation(extension) && (await removesLocation(companyId))
    const parts = isRemoved ? await removedFrom(key, companyId, file, extension) : undefined
    if (!parts) return { size: file.size, open: (range) => file.open(range), lacksLocation: false }
    return {
      size: sizeOf(parts),
      open: (range) => streamOf(file, range ? within(parts, range) : parts),
      lacksLocation: true,
    }
  }
}

/** Part of the ETag. Increased when the same file results in different bytes. */
const removerVersion = 3

export const versionOf = (name: string, { lacksLocation }: DeliveredFile): string =>
  lacksLocation ? `${name}-without-location-${removerVersion}` : name
