import type {
  Archive,
  ArchiveRequest,
  Asset,
  AssetTag,
  Atelier,
  BrandKit,
  BrandPage,
  Collection,
  Comment,
  Folder,
  Operations,
  Preset,
  Property,
  Render,
  RenderBatch,
  RenderLink,
  Review,
  SavedSearch,
  Share,
  Template,
  TemplateTag,
} from '../../../sdk/src/index.ts'
import { reviewStates } from '../reviews/states.ts'
import { size } from '../text/amounts.ts'
import type { Cell } from '../text/table.ts'
import type { Flag } from './flags.ts'

type Paging = 'facets' | 'per_page' | 'limit' | 'cursor' | 'page' | 'with_total' | 'fields'
/** An API filter without a flag does not compile. */
type Flags<O extends keyof Operations> = Operations[O] extends { query: infer Q }
  ? Record<Exclude<keyof Q, Paging>, Flag>
  : never

/** A resource type, which gets a `list` and a `get` command. */
export type Kind<T> = {
  name: string
  /** The plural for help texts, such as "assets". */
  plural: string
  from(atelier: Atelier): {
    list(query: object, options: object): AsyncIterable<T>
    get(id: string, options: object): Promise<T>
  }
  flags: Record<string, Flag>
  /** Whether its texts have translations. */
  isTranslated?: boolean
  columns: Record<string, (row: T) => Cell>
}

const sorted = (...names: string[]): Flag => ({
  about: 'field to sort by; prefix it with "-" for descending order',
  values: names.flatMap((name) => [name, `-${name}`]),
})
const times = {
  sort: sorted('created_at', 'updated_at', 'name'),
  ids: { about: 'only these IDs, separated by commas' },
  created_since: { about: 'only items created at or after this time' },
  updated_since: { about: 'only items updated at or after this time' },
}
const search: Flag = { about: 'search terms or parts of search terms' }
const searched = {
  search,
  sort: {
    ...times.sort,
    about: `${times.sort.about}; default for searches: relevance`,
    values: [...times.sort.values!, 'relevance'],
  },
}
const trashed = {
  with_trashed: { about: 'include items in the trash', isSwitch: true },
  only_trashed: { about: 'only items in the trash', isSwitch: true },
}
const tagged = {
  external_id: { about: 'only the item with this external ID' },
  tag: { about: 'tag IDs, slugs or names, separated by commas' },
  tag_mode: { about: 'match any of the tags, or all of them', values: ['any', 'all'] },
  untagged: { about: 'only items without tags', isSwitch: true },
}

const valued: Record<'properties', Flag> = {
  properties: {
    about: 'custom property, such as region=emea, year.min=2020 or owner[exists]=false; can be repeated',
    isPairs: true,
  },
}

const reviews: Kind<Review> = {
  name: 'reviews',
  plural: 'reviews',
  from: ({ reviews }) => reviews,
  flags: {
    ...times,
    sort: sorted('created_at'),
    asset_id: { about: 'only reviews of this asset' },
    template_id: { about: 'only reviews of this template' },
    state: { about: 'only reviews that set this state', values: reviewStates, isList: true },
  } satisfies Flags<'GET /api/reviews'>,
  columns: {
    id: ({ id }) => id,
    of: ({ asset_id, template_id }) => asset_id ?? template_id,
    version: ({ version }) => version,
    state: ({ state }) => state,
    reviewer: ({ created_by }) => created_by?.name ?? null,
    note: ({ note }) => note,
    created: ({ created_at }) => time(created_at),
  },
}

const comments: Kind<Comment> = {
  name: 'comments',
  plural: 'comments',
  from: ({ comments }) => comments,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at'),
    asset_id: { about: 'only comments on this asset' },
    template_id: { about: 'only comments on this template' },
    render_id: { about: 'only comments on this render' },
    parent_id: { about: 'only replies to this comment' },
    resolved: { about: 'only resolved threads, or with "false" only open ones', isSwitch: true },
    mentions: { about: 'only comments that mention this person' },
  } satisfies Flags<'GET /api/comments'>,
  columns: {
    id: ({ id }) => id,
    about: ({ asset_id, template_id, render_id }) => asset_id ?? template_id ?? render_id,
    author: ({ created_by }) => created_by?.name ?? null,
    text: ({ text }) => text,
    resolved: ({ resolved_at }) => resolved_at && time(resolved_at),
    created: ({ created_at }) => time(created_at),
  },
}

const reviewed: Record<'review', Flag> = {
  review: {
    about: 'review state, if the company uses reviews',
    values: reviewStates,
    isList: true,
  },
}

const templates: Kind<Template> = {
  name: 'templates',
  plural: 'templates',
  from: ({ templates }) => templates,
  isTranslated: true,
  flags: {
    ...times,
    ...searched,
    type: { about: 'type of output', values: ['image', 'video', 'document'], isList: true },
    status: { about: 'publication status', values: ['draft', 'published', 'archived'], isList: true },
    ...reviewed,
    ...tagged,
    ...valued,
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

const withUnavailable = {
  include_unavailable: {
    about: 'include working links to unavailable files; requires assets:write',
    isSwitch: true,
  },
}

/** The filters of assets that an archive also accepts. */
const assetFilters = {
  search,
  type: {
    about: 'type of file',
    values: ['image', 'video', 'audio', 'document', 'font', 'other'],
    isList: true,
  },
  status: { about: 'processing status', values: ['processing', 'ready', 'failed'], isList: true },
  mime_type: { about: 'MIME type, such as image/png' },
  extension: { about: 'usual extension of the format, such as jpg' },
  orientation: { about: 'orientation', values: ['landscape', 'portrait', 'square'], isList: true },
  color: { about: 'dominant color: a name, or near RRGGBB' },
  year: { about: 'year of creation, such as 2026' },
  has_alpha: { about: 'only images with transparent parts', isSwitch: true },
  is_animated: { about: 'only animated images', isSwitch: true },
  availability: {
    about: 'whether the assets can be used now',
    values: ['available', 'not_yet', 'expired'],
    isList: true,
  },
  expires_before: { about: 'only assets whose usage rights end before this time' },
  expires_after: { about: 'only assets whose usage rights end after this time' },
  ...reviewed,
  ...tagged,
  ...valued,
}

const assets: Kind<Asset> = {
  name: 'assets',
  plural: 'assets',
  from: ({ assets }) => assets,
  isTranslated: true,
  flags: {
    ...times,
    ...searched,
    ...assetFilters,
    folder_id: { about: 'only assets in this folder; "root" for assets without a folder' },
    recursive: { about: 'include subfolders of --folder-id', isSwitch: true },
    collection_id: { about: 'only assets in this collection' },
    ...withUnavailable,
    ...trashed,
  } satisfies Flags<'GET /api/assets'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ mime_type }) => mime_type,
    size: (asset) => size(asset.size),
    folder: ({ folder_path }) => folder_path,
    available: ({ availability }) => availability,
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
    parent_id: { about: 'only subfolders of this folder; "root" for top-level folders' },
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
  plural: 'template tags',
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
  plural: 'asset tags',
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
  flags: { ...times, ...withUnavailable } satisfies Flags<'GET /api/brand-kit'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    default: ({ is_default }) => (is_default ? 'yes' : null),
    logos: ({ logos }) => logos.length,
    colors: ({ colors }) => colors.length,
    fonts: ({ fonts }) => fonts.length,
  },
}

const renders: Kind<Render> = {
  name: 'renders',
  plural: 'renders',
  from: ({ renders }) => renders,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at'),
    template_id: { about: 'only renders of this template' },
    asset_id: { about: 'only renders that use this asset' },
    brand_kit_id: { about: 'only renders that use this brand kit' },
    batch_id: { about: 'only renders of this batch' },
    status: { about: 'status', values: ['queued', 'rendering', 'done', 'failed'] },
    finding: { about: 'only renders with a finding of this type, such as text_shrunk' },
    format: { about: 'file format' },
    external_id: { about: 'only the render with this external ID' },
  } satisfies Flags<'GET /api/renders'>,
  columns: {
    id: ({ id }) => id,
    template: ({ template_id }) => template_id,
    status: ({ status }) => status,
    format: ({ format }) => format,
    size: ({ width, height }) => `${width} × ${height}`,
    findings: ({ findings }) => findings.length,
    created: ({ created_at }) => time(created_at),
  },
}

const renderBatches: Kind<RenderBatch> = {
  name: 'render-batches',
  plural: 'render batches',
  from: ({ renderBatches }) => renderBatches,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at'),
    template_id: { about: 'only batches with this template' },
    status: { about: 'status', values: ['checking', 'rendering', 'done', 'cancelled'] },
    external_id: { about: 'only the batch with this external ID' },
  } satisfies Flags<'GET /api/render-batches'>,
  columns: {
    id: ({ id }) => id,
    status: ({ status }) => status,
    rows: ({ counts }) => counts.rows,
    done: ({ counts }) => counts.done,
    failed: ({ counts }) => counts.failed,
    created: ({ created_at }) => time(created_at),
  },
}

const renderLinks: Kind<RenderLink> = {
  name: 'render-links',
  plural: 'render links',
  from: ({ renderLinks }) => renderLinks,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at'),
    template_id: { about: 'only links of this template' },
  } satisfies Flags<'GET /api/render-links'>,
  columns: {
    id: ({ id }) => id,
    template: ({ template_id }) => template_id,
    open: ({ open }) => open.join(', '),
    formats: ({ formats }) => formats.join(', '),
    renders: ({ renders_count }) => renders_count,
    state: ({ revoked_at }) => (revoked_at === null ? 'valid' : 'revoked'),
    expires: ({ expires_at }) => expires_at && time(expires_at),
  },
}

const archives: Kind<Archive> = {
  name: 'archives',
  plural: 'archives',
  from: ({ archives }) => archives,
  flags: { ...times, sort: sorted('created_at', 'updated_at') } satisfies Flags<'GET /api/archives'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    files: ({ counts }) => counts.files,
    size: (archive) => size(archive.size),
    created: ({ created_at }) => time(created_at),
    expires: ({ expires_at }) => time(expires_at),
  },
}

/** A flag that is not a filter of the API does not compile, even if it is spread. */
const filtersOfArchives = <Name extends keyof NonNullable<ArchiveRequest['filter']>>(
  flags: Record<Name, Flag>,
): Record<string, Flag> => flags

/** The filters of `atelier archive`. */
export const archiveFilters = filtersOfArchives({
  ...assetFilters,
  created_since: times.created_since,
  updated_since: times.updated_since,
})

const collections: Kind<Collection> = {
  name: 'collections',
  plural: 'collections',
  from: ({ collections }) => collections,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at', 'name'),
  } satisfies Flags<'GET /api/collections'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    assets: ({ items_count }) => items_count,
    updated: ({ updated_at }) => time(updated_at),
  },
}

const properties: Kind<Property> = {
  name: 'properties',
  plural: 'properties',
  from: ({ properties }) => properties,
  flags: {
    ...times,
    sort: sorted('position', 'created_at', 'updated_at'),
    applies_to: {
      about: 'kind of resource that has the properties',
      values: ['asset', 'template'],
      isList: true,
    },
    type: { about: 'type of the values, such as choice or date' },
  } satisfies Flags<'GET /api/properties'>,
  columns: {
    id: ({ id }) => id,
    key: ({ key }) => key,
    label: ({ label }) => label,
    type: ({ type }) => type,
    of: ({ applies_to }) => `${applies_to}s`,
    required: ({ is_required }) => (is_required ? 'yes' : null),
    options: ({ options }) => options.map(({ key }) => key).join(', '),
  },
}

const presets: Kind<Preset> = {
  name: 'presets',
  plural: 'presets',
  from: ({ presets }) => presets,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at', 'name'),
  } satisfies Flags<'GET /api/presets'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    label: ({ label }) => label,
    size: ({ width, height }) => `${width ?? 'auto'} × ${height ?? 'auto'}`,
    format: ({ format }) => format,
    updated: ({ updated_at }) => time(updated_at),
  },
}

const savedSearches: Kind<SavedSearch> = {
  name: 'saved-searches',
  plural: 'saved searches',
  from: ({ savedSearches }) => savedSearches,
  flags: {
    ...times,
    sort: sorted('created_at', 'updated_at', 'name'),
    visibility: {
      about: 'private searches of your own, or searches of the company',
      values: ['private', 'company'],
    },
  } satisfies Flags<'GET /api/saved-searches'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    visibility: ({ visibility }) => visibility,
    followed: ({ is_followed }) => (is_followed ? 'yes' : 'no'),
    filters: ({ filters }) => JSON.stringify(filters),
    updated: ({ updated_at }) => time(updated_at),
  },
}

const shares: Kind<Share> = {
  name: 'shares',
  plural: 'shares',
  from: ({ shares }) => shares,
  flags: { ...times, sort: sorted('created_at', 'updated_at') } satisfies Flags<'GET /api/shares'>,
  columns: {
    id: ({ id }) => id,
    name: ({ name }) => name,
    type: ({ type }) => type,
    views: ({ views_count }) => views_count,
    downloads: ({ downloads_count }) => downloads_count,
    uploads: ({ uploads, uploads_count }) => (uploads === null && uploads_count === 0 ? null : uploads_count),
    state: ({ revoked_at, expires_at }) =>
      revoked_at !== null
        ? 'revoked'
        : expires_at !== null && Date.parse(expires_at) <= Date.now()
          ? 'expired'
          : 'open',
    expires: ({ expires_at }) => expires_at && time(expires_at),
    url: ({ url }) => url,
  },
}

const brandPages: Kind<BrandPage> = {
  name: 'brand-pages',
  plural: 'brand pages',
  from: ({ brandPages }) => brandPages,
  flags: {
    ...times,
    brand_kit_id: { about: 'only pages of these brand kits' },
    sort: sorted('created_at', 'updated_at'),
  } satisfies Flags<'GET /api/brand-pages'>,
  columns: {
    id: ({ id }) => id,
    slug: ({ slug }) => slug,
    state: ({ is_published, has_password }) =>
      is_published ? (has_password ? 'password' : 'public') : 'not published',
    views: ({ views_count }) => views_count,
    downloads: ({ downloads_count }) => downloads_count,
    updated: ({ updated_at }) => time(updated_at),
    url: ({ url }) => url,
  },
}

/** The commands treat all kinds alike, so the row types are dropped here. */
export const kinds = [
  templates,
  renders,
  renderBatches,
  renderLinks,
  collections,
  reviews,
  comments,
  properties,
  presets,
  savedSearches,
  shares,
  assets,
  archives,
  folders,
  templateTags,
  assetTags,
  brandKits,
  brandPages,
] as unknown as Kind<Record<string, unknown>>[]

/** Formats a time for people. Programs use --json. */
export const time = (text: string) => `${text.slice(0, 16).replace('T', ' ')} UTC`
