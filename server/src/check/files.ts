import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { orphanAgeMs, orphansAmong } from '../assets/reaper.ts'
import type { Db } from '../db/database.ts'
import { asCompany, type Trx } from '../db/tenancy.ts'
import { change } from '../events/append.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { deleteRenders } from '../renders/delete.ts'
import { isFileGone } from '../storage/file-errors.ts'
import type { Storage } from '../storage/storage.ts'
import type { Checking, Problem } from './context.ts'
import { type Lost, redraw } from './pictures.ts'

const keysAtOnce = 500

/** An uploaded file. Only a backup can restore it. */
type Original = { key: string; sha256: string; size: number; assets: Uuid[] | null; templates: Uuid[] | null }

type Made = { key: string; source: string | null; isDocument: boolean }

/**
 * Compares rows with storage. Each referenced file must exist with its size and, if every file is read, with
 * its checksum. Every stored file must be referenced by a row.
 */
export async function* checkFiles(
  checking: Checking,
  companyId: CompanyId,
  named: string,
): AsyncGenerator<Problem> {
  const { db, storage, options } = checking
  const there = new Map<string, number>()
  let old: string[] = []
  const orphans: string[] = []
  const before = checking.orphansBefore ?? new Date(Date.now() - orphanAgeMs)
  for await (const { key, size, modifiedAt } of storage.list(companyId)) {
    there.set(key, size)
    if (modifiedAt < before && old.push(key) >= keysAtOnce) {
      orphans.push(...(await orphansAmong(db, companyId, old)))
      old = []
    }
  }
  orphans.push(...(await orphansAmong(db, companyId, old)))

  const missing = (keys: readonly string[]) => missingAmong(checking, companyId, there, keys)

  const uploaded = await asCompany(db, companyId, originals)
  const missingOriginals = await missing(uploaded.map(({ key }) => key))
  for (const original of uploaded) {
    const { key } = original
    const owner = ownerOf(original)
    if (missingOriginals.has(key)) {
      yield {
        check: 'files',
        companyId,
        text: `The original of ${owner} in ${named} is missing: ${key}.`,
        advice: 'Restore it from a backup of the files. Nothing else can replace it.',
        keys: [key],
        isFixed: false,
      }
      continue
    }
    const fault = await damageOf(storage, original, there.get(key), options.checksums)
    if (fault !== undefined)
      yield {
        check: 'files',
        companyId,
        text: `The original of ${owner} in ${named} is damaged: ${key} ${fault}.`,
        advice: 'Replace it with the copy in a backup of the files.',
        keys: [key],
        isFixed: false,
      }
  }

  const lost: Lost[] = []
  const pictures = await asCompany(db, companyId, made)
  const missingPictures = await missing(pictures.map(({ key }) => key))
  for (const { key, source, isDocument } of pictures) {
    if (!missingPictures.has(key)) continue
    const hasSource = source !== null && (there.has(source) || (await storage.find(source)) !== undefined)
    if (hasSource) lost.push({ key, source, isDocument })
    else
      yield {
        check: 'files',
        companyId,
        text: `A rendition in ${named} is missing, and so is its original: ${key}.`,
        advice: 'Restore the original from a backup of the files, then run the check again.',
        keys: [key],
        isFixed: false,
      }
  }
  if (lost.length > 0) {
    if (options.fix) await redraw(checking, companyId, lost)
    yield {
      check: 'files',
      companyId,
      text: `${numbered(lost.length, 'rendition')} of files in ${named} ${lost.length === 1 ? 'is' : 'are'} missing.`,
      advice: options.fix
        ? 'The server renders them again.'
        : '`atelier-server check --fix` renders them again from their originals.',
      keys: lost.map(({ key }) => key),
      isFixed: options.fix,
    }
  }

  const renders = await asCompany(db, companyId, renderFiles)
  const missingRenders = await missing(renders.flatMap(({ keys }) => keys))
  const lostRenders = renders
    .filter(({ keys }) => keys.some((key) => missingRenders.has(key)))
    .map(({ id }) => id)
  if (lostRenders.length > 0) {
    if (options.fix) await deleteLostRenders(checking, companyId, lostRenders)
    yield {
      check: 'files',
      companyId,
      text: `Files of ${numbered(lostRenders.length, 'render')} in ${named} are missing.`,
      advice: options.fix
        ? 'These renders were deleted. Render the templates again.'
        : '`atelier-server check --fix` deletes these renders. Then render the templates again.',
      keys: lostRenders.map((id) => publicId('render', id)),
      isFixed: options.fix,
    }
  }

  if (orphans.length > 0) {
    if (options.fix) await storage.remove(orphans)
    yield {
      check: 'files',
      companyId,
      text: `${numbered(orphans.length, 'file')} of ${named} ${orphans.length === 1 ? 'belongs' : 'belong'} to no row.`,
      advice: options.fix
        ? 'They were deleted.'
        : 'The job storage.reap deletes them within a day; `atelier-server check --fix` deletes them now.',
      keys: orphans,
      isFixed: options.fix,
    }
  }
}

/**
 * The keys that rows reference but the store lacks.
 * @param there the keys in the store when the list was read.
 */
async function missingAmong(
  { db, storage }: Checking,
  companyId: CompanyId,
  there: ReadonlyMap<string, number>,
  keys: readonly string[],
): Promise<ReadonlySet<string>> {
  const unlisted = keys.filter((key) => !there.has(key))
  const missing = new Set<string>()
  for (let at = 0; at < unlisted.length; at += keysAtOnce) {
    const absent: string[] = []
    // Files may have been stored after the list was read.
    for (const key of unlisted.slice(at, at + keysAtOnce))
      if ((await storage.find(key)) === undefined) absent.push(key)
    // A file is deleted after its rows, so the rows of a file that was deleted during the check no longer
    // exist.
    const unreferenced = new Set(await orphansAmong(db, companyId, absent))
    for (const key of absent) if (!unreferenced.has(key)) missing.add(key)
  }
  return missing
}

export const numbered = (count: number, one: string) =>
  `${count.toLocaleString('en-US')} ${count === 1 ? one : `${one}s`}`

function ownerOf({ assets, templates }: Original) {
  const ids = [
    ...(assets ?? []).map((id) => publicId('asset', id)),
    ...(templates ?? []).map((id) => publicId('template', id)),
  ]
  return ids.length > 1 ? `${ids[0]} and ${ids.length - 1} more` : ids[0]
}

/** Returns each file once, with all assets that have or had it. */
async function originals(trx: Trx): Promise<Original[]> {
  const { rows } = await sql<Original>`
    select file_key as key, min(checksum) as sha256, min(size) as size,
      array_agg(distinct asset_id) filter (where asset_id is not null) as assets,
      array_agg(distinct template_id) filter (where template_id is not null) as templates
    from (
      select file_key, checksum, size, asset_id, null::uuid as template_id from asset_versions
      union all select file_key, checksum, size, null, template_id from template_versions
    ) versions group by file_key order by file_key`.execute(trx)
  return rows
}

async function made(trx: Trx): Promise<Made[]> {
  const { rows } = await sql<Made>`
    select key, min(source) as source, bool_or(is_document) as "isDocument" from (
      select key, source_key, false from renditions
      union all select r ->> 'key', file_key, false from assets cross join jsonb_array_elements(renditions) r
      union all select thumbnail_key, file_key, true from template_versions
      union all select preview_key, file_key, true from template_versions
      union all select t.thumbnail_key, v.file_key, true from templates t
        left join template_versions v on v.template_id = t.id and v.version = t.version
      union all select t.preview_key, v.file_key, true from templates t
        left join template_versions v on v.template_id = t.id and v.version = t.version
    ) pictures (key, source, is_document) where key is not null group by key order by key`.execute(trx)
  return rows
}

async function renderFiles(trx: Trx): Promise<{ id: Uuid; keys: string[] }[]> {
  const { rows } = await sql<{ id: Uuid; keys: string[] }>`
    select id, array_remove(array[file_key, thumbnail_key], null) as keys from renders
    where file_key is not null order by id`.execute(trx)
  return rows
}

async function deleteLostRenders({ db, storage }: Checking, companyId: CompanyId, ids: readonly Uuid[]) {
  const author = { companyId, actor: { type: 'operator' as const } }
  for (let at = 0; at < ids.length; at += keysAtOnce) {
    const keys = await change(db, author, async (trx) => ({
      result: await deleteRenders(trx, companyId, ids.slice(at, at + keysAtOnce)),
      events: [],
    }))
    await storage.remove(keys)
  }
}

/** Describes the damage of a file. Undefined for an intact file. */
async function damageOf(
  storage: Storage,
  { key, size, sha256 }: Original,
  found: number | undefined,
  checksums: boolean,
): Promise<string | undefined> {
  if (found !== undefined && found !== size) return `has ${found} bytes instead of ${size}`
  if (!checksums) return undefined
  const file = await storage.find(key)
  if (!file) return undefined
  const sum = createHash('sha256')
  try {
    for await (const chunk of file.open()) sum.update(chunk)
  } catch (error) {
    // The file was deleted during the check.
    if (isFileGone(error)) return undefined
    return `cannot be read: ${(error as Error).message}`
  }
  return sum.digest('hex') === sha256 ? undefined : 'does not match its checksum'
}

/**
 * Finds files of unknown companies. No file is deleted, because the operator decides whether it is needed.
 */
export async function* checkStrangers(db: Db, storage: Storage): AsyncGenerator<Problem> {
  const companies = await db.selectFrom('companies').select('id').execute()
  const known = new Set(companies.map(({ id }) => id))
  for await (const company of storage.companies()) {
    if (known.has(company)) continue
    let files = 0
    for await (const _ of storage.list(company)) files += 1
    if (files > 0)
      yield {
        check: 'files',
        text: `The store contains ${numbered(files, 'file')} of ${publicId('company', company)}, which is not in the database.`,
        advice: `They may belong to an interrupted import, or to another installation that uses the same store. Otherwise, delete ${company}/ from the store.`,
        isFixed: false,
      }
  }
}
