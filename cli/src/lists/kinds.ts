import type {
  Asset,
  AssetTag,
  Atelier,
  BrandKit,
  Folder,
  Operations,
  Template,
  TemplateTag,
} from '../../../sdk/src/index.ts'
import type { Cell } from '../text/table.ts'
import { size } from '../text/words.ts'
import type { Flag } from './flags.ts'

type Paging = 'per_page' | 'limit' | 'cursor' | 'page' | 'with_total' | 'fields'
/** A filter that the API has and no flag does not compile. */
type Flags<O extends keyof Operations> = Operations[O] extends { query: infer Q }
  ? Record<Exclude<keyof Q, Paging>, Flag>
  : never

/** What can be listed and got, as a command each. */
export type Kind<T> = {
  name: string
  /** «assets», as help says it. */
  plural: string
  from(atelier: Atelier): {
    list(query: object, options: object): AsyncIterable<T>
    get(id: string, options: object): Promise<T>
  }
  flags: Record<string, Flag>
  columns: Record<string, (row: T) => Cell>
}

const sorted = (...names: string[]): Flag => ({
  about: 'field to sort by, - for descending',
  values: names.flatMap((name) => [name, `-${name}`]),
})
const times = {
  sort: sorted('created_at', 'updated_at', 'name'),
  ids: { about: 'only these ids, separated by commas' },
  created_since: { about: 'only what was created at this time or later' },
  updated_since: { about: 'only what was changed at this time or later' },
}
const searched = { search: { about: 'words of it, or their beginnings' } }
const trashed = {
  with_trashed: { about: 'what is in the trash too', isSwitch: true },
  only_trashed: { about: 'what is in the trash alone', isSwitch: true },
}
const tagged = {
  external_id: { about: 'the id that another system has for it' },
  tag: { about: 'ids or slugs of tags, separated by commas' },
  tag_mode: { about: 'whether one of the tags is enough', values: ['any', 'all'] },
  untagged: { about: 'only what has no tag', isSwitch: true },
}

const templates: Kind<Template> = {
  name: 'templates',
  plural: 'templates',
  from: ({ templates }) => templates,
  flags: {
    ...times,
    ...searched,
    type: { about: 'what it makes', values: ['image', 'video', 'document'] },
    status: { about: 'how far it is', values: ['draft', 'published', 'archived'] },
    ...tagged,
    ...trashed,
  } satisfies Flags<'GET /api/templates'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ type }) => type,
    status: ({ status }) => status,
    size: ({ width, height, unit }) => `${width} × ${height} ${unit}`,
    updated: ({ updated_at }) => time(updated_at),
  },
}

const assets: Kind<Asset> = {
  name: 'assets',
  plural: 'assets',
  from: ({ assets }) => assets,
  flags: {
    ...times,
    ...searched,
    type: { about: 'what it is', values: ['image', 'video', 'audio', 'document', 'font', 'other'] },
    status: { about: 'how far it is', values: ['processing', 'ready', 'failed'] },
    mime_type: { about: 'such as image/png' },
    folder_id: { about: 'only what is in this folder; root for what is in none' },
    recursive: { about: 'with --folder-id: the folders below it too', isSwitch: true },
    ...tagged,
    ...trashed,
  } satisfies Flags<'GET /api/assets'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ mime_type }) => mime_type,
    size: (asset) => size(asset.size),
    folder: ({ folder_path }) => folder_path,
    updated: ({ updated_at }) => time(updated_at),
  },
}

const folders: Kind<Folder> = {
  name: 'folders',
  plural: 'folders',
  from: ({ folders }) => folders,
  flags: {
    ...times,
    ...searched,
    parent_id: { about: 'only the folders in this one; root for those in none' },
    ...trashed,
  } satisfies Flags<'GET /api/folders'>,
  columns: {
    id: ({ id }) => id,
    path: ({ path }) => path,
    assets: ({ assets_count }) => assets_count,
    folders: ({ folders_count }) => folders_count,
    updated: ({ updated_at }) => time(updated_at),
  },
}

const templateTags: Kind<TemplateTag> = {
  name: 'tags',
  plural: 'tags of templates',
  from: ({ templateTags }) => templateTags,
  flags: { ...times, ...searched, ...trashed } satisfies Flags<'GET /api/tags'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    slug: ({ slug }) => slug,
    templates: ({ templates_count }) => templates_count,
  },
}

const assetTags: Kind<AssetTag> = {
  name: 'asset-tags',
  plural: 'tags of assets',
  from: ({ assetTags }) => assetTags,
  flags: { ...times, ...searched, ...trashed } satisfies Flags<'GET /api/asset-tags'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    slug: ({ slug }) => slug,
    assets: ({ assets_count }) => assets_count,
  },
}

const brandKits: Kind<BrandKit> = {
  name: 'brand-kit',
  plural: 'brand kits',
  from: ({ brandKits }) => brandKits,
  flags: { ...times } satisfies Flags<'GET /api/brand-kit'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    default: ({ is_default }) => (is_default ? 'yes' : null),
    logos: ({ logos }) => logos.length,
    colors: ({ colors }) => colors.length,
    fonts: ({ fonts }) => fonts.length,
  },
}

/** Each list reads rows of its own kind: from here on nobody needs to know which. */
export const kinds = [templates, assets, folders, templateTags, assetTags, brandKits] as unknown as Kind<
  Record<string, unknown>
>[]

/** As people read a time; a program takes --json. */
export const time = (text: string) => `${text.slice(0, 16).replace('T', ' ')} UTC`
