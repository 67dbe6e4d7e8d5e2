import { createAsset } from '../assets/create.ts'
import { countBytes } from '../assets/files.ts'
import { createBrandKit } from '../brand-kit/create.ts'
import type { TemplateVariable } from '../db/schema.ts'
import type { Trx } from '../db/tenancy.ts'
import { dayMs } from '../durations.ts'
import type { NewEvent } from '../events/append.ts'
import { createFolder } from '../folders/create.ts'
import { type CompanyId, publicId, type Uuid } from '../ids.ts'
import { createTag } from '../tags/create.ts'
import { createTemplate } from '../templates/create.ts'
import { withNotes } from '../templates/variables.ts'
import { insertVersion } from '../templates/versions.ts'
import type { DemoAsset, DemoBrandKit, DemoCompany, DemoTag, DemoTemplate } from './catalog.ts'

/** The files of the catalog by path, with their storage keys. */
export type DemoFiles = ReadonlyMap<string, DemoFile>
type DemoFile = { key: string; bytes: Buffer; checksum: string }

/** IDs in the database by names in the catalog. */
type Ids = Map<string, Uuid>

const thumbnailSide = 400

export async function createLibrary(
  trx: Trx,
  companyId: CompanyId,
  company: DemoCompany,
  files: DemoFiles,
  creator: Uuid,
) {
  const events: NewEvent[] = []
  const made = (resourceType: string, resourceId: Uuid) => {
    events.push({ type: `${resourceType}.created`, resourceType, resourceId })
    return resourceId
  }
  const oldest = Math.max(
    ...company.assets.map(({ daysAgo }) => daysAgo),
    ...company.templates.map(({ daysAgo }) => daysAgo),
  )
  const beginning = daysBefore(oldest + 1)

  const folders: Ids = new Map()
  for (const { path } of company.folders) {
    const at = path.lastIndexOf('/')
    const parentId = folders.get(path.slice(0, at)) ?? null
    const folder = { name: path.slice(at + 1), parentId, createdAt: beginning }
    folders.set(path, made('folder', await createFolder(trx, companyId, folder)))
  }
  const tags = async (noun: 'asset' | 'template', list: readonly DemoTag[]) => {
    const ids: Ids = new Map()
    for (const tag of list) {
      ids.set(
        tag.name,
        made(`${noun}_tag`, await createTag(trx, companyId, noun, { ...tag, createdAt: beginning })),
      )
    }
    return ids
  }
  const assetTags = await tags('asset', company.assetTags)
  const templateTags = await tags('template', company.templateTags)

  const assets: Ids = new Map()
  for (const asset of byAge(company.assets)) {
    const row = assetRow(asset, files, folders, assetTags)
    assets.set(asset.name, made('asset', await createAsset(trx, companyId, { ...row, created_by: creator })))
  }
  for (const template of byAge(company.templates)) {
    const row = templateRow(template, files, templateTags, folders)
    const id = made('template', await createTemplate(trx, companyId, { ...row, created_by: creator }))
    const document = files.get(template.document)!
    await insertVersion(trx, companyId, id, { ...versionRow(row, document), created_by: creator })
    await countBytes(trx, companyId, document.bytes.length)
  }
  for (const kit of company.brandKits) {
    made(
      'brand_kit',
      await createBrandKit(trx, companyId, { ...brandKitRow(kit, assets), createdAt: beginning }),
    )
  }
  return { result: undefined, events }
}

const daysBefore = (days: number) => new Date(Date.now() - days * dayMs)

const byAge = <T extends { daysAgo: number }>(list: readonly T[]) =>
  list.toSorted((a, b) => b.daysAgo - a.daysAgo)

function assetRow(asset: DemoAsset, files: DemoFiles, folders: Ids, tags: Ids) {
  const file = files.get(asset.file)!
  const { width, height } = asset
  const scale = width && height ? Math.min(1, thumbnailSide / Math.max(width, height)) : 1
  return {
    name: asset.name,
    type: asset.type,
    mime_type: asset.mimeType,
    extension: asset.extension,
    size: file.bytes.length,
    width,
    height,
    duration: null,
    checksum: file.checksum,
    status: 'ready' as const,
    file_key: file.key,
    renditions:
      asset.thumbnail === null
        ? []
        : [
            {
              name: 'thumbnail',
              key: files.get(asset.thumbnail)!.key,
              width: Math.round((width ?? thumbnailSide) * scale),
              height: Math.round((height ?? thumbnailSide) * scale),
              mime_type: 'image/webp',
            },
          ],
    folder_id: asset.folder === null ? null : folders.get(asset.folder)!,
    alt_text: asset.altText,
    description: asset.description,
    copyright: asset.copyright,
    expires_at: asset.expiresInDays === null ? null : daysBefore(-asset.expiresInDays),
    external_id: asset.externalId,
    focal_point: asset.focalPoint,
    dominant_color: asset.dominantColor,
    metadata: asset.metadata,
    deleted_at: null,
    tagIds: asset.tags.map((name) => tags.get(name)!),
    createdAt: daysBefore(asset.daysAgo),
  }
}

function templateRow(template: DemoTemplate, files: DemoFiles, tags: Ids, folders: Ids) {
  return {
    name: template.name,
    description: template.description,
    type: template.type,
    status: template.status,
    width: template.width,
    height: template.height,
    unit: template.unit,
    page_count: template.pageCount,
    thumbnail_key: files.get(template.thumbnail)!.key,
    preview_key: files.get(template.preview)!.key,
    variables: inFolders(withNotes(template.variables, template.notes), template.pictureFolders, folders),
    metadata: template.metadata,
    external_id: template.externalId,
    tagIds: template.tags.map((name) => tags.get(name)!),
    createdAt: daysBefore(template.daysAgo),
  }
}

function inFolders(variables: TemplateVariable[], paths: DemoTemplate['pictureFolders'], folders: Ids) {
  return variables.map((variable) => {
    const path = paths[variable.key]
    return path === undefined ? variable : { ...variable, folder_id: publicId('folder', folders.get(path)!) }
  })
}

function versionRow(template: ReturnType<typeof templateRow>, document: DemoFile) {
  const { width, height, unit, page_count, thumbnail_key, preview_key, variables, createdAt } = template
  return {
    ...{ width, height, unit, page_count, thumbnail_key, preview_key, variables },
    version: 1,
    file_key: document.key,
    checksum: document.checksum,
    size: document.bytes.length,
    asset_ids: [],
    removed: [],
    filename: null,
    restored_from: null,
    created_at: createdAt,
  }
}

function brandKitRow(kit: DemoBrandKit, assets: Ids) {
  return {
    name: kit.name,
    isDefault: kit.isDefault,
    logos: kit.logos.map(({ name, variant, theme, asset, isDefault }) => ({
      name,
      variant,
      theme,
      asset_id: assets.get(asset)!,
      is_default: isDefault,
    })),
    colors: [...kit.colors],
    fonts: kit.fonts.map(({ asset, ...font }) => ({ ...font, asset_id: assets.get(asset)! })),
  }
}
