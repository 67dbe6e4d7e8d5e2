import { z } from 'zod'
import type { Db } from '../db/database.ts'
import { askMatching } from '../db/filters.ts'
import { searchAsked } from '../db/search-filter.ts'
import type { JsonRow } from '../db/tenancy.ts'
import { resource } from '../http/endpoints/list-endpoint.ts'
import {
  anyOf,
  askTrash,
  exactly,
  exactlyAny,
  flag,
  folderId,
  idOf,
  searchText,
  trashParameters,
} from '../http/schemas/query-parameters.ts'
import { instant } from '../http/schemas/times.ts'
import { type CompanyId, earliestId, publicId, type Uuid } from '../ids.ts'
import { lookUpProperties } from '../property-values/asked-values.ts'
import { propertyFacets } from '../property-values/facets.ts'
import { presentValues, shownValues } from '../property-values/page-values.ts'
import { propertiesParameter } from '../property-values/parameters.ts'
import { lookUpReview } from '../reviews/settings.ts'
import { reviewStates, shownReview } from '../reviews/states.ts'
import type { Services } from '../services.ts'
import { withName } from '../storage/variants.ts'
import { lookUpTags } from '../tags/asked.ts'
import { askTags, tagParameters } from '../tags/parameters.ts'
import { type Localized, wordsIn } from '../translations/localize.ts'
import { AssetTranslations } from '../translations/reply.ts'
import { Creator, creator, Id, Metadata, removed, removedOf, Time, time, timeOrNull } from '../wire.ts'
import {
  askRights,
  asksAvailability,
  availabilities,
  firstChangeOf,
  type LinksAsked,
  Release,
  unavailableLinks,
  urlWithin,
} from './availability.ts'
import { askColor, colorParameter } from './color-parameter.ts'
import { Embedded } from './embedded.ts'
import { calledAs } from './file-names.ts'
import { orientations } from './picture-facts.ts'
import { type AssetRow, assets } from './queries.ts'
import { presentRenditions } from './renditions.ts'

export const types = ['image', 'video', 'audio', 'document', 'font', 'other'] as const
const statuses = ['processing', 'ready', 'failed'] as const

const year = z
  .string('must be given only once.')
  .regex(/^(19[7-9]\d|2\d{3})$/, 'must be a year such as 2026.')
  .transform(Number)

const Rendition = z
  .object({ name: z.string(), url: z.string(), width: z.int(), height: z.int(), mime_type: z.string() })
  .meta({ id: 'Rendition', description: 'Image of the asset in another size or format.' })

const TagOfAsset = z
  .object({
    id: Id('assetTag'),
    name: z.string(),
    source: z
      .enum(['manual', 'auto', 'embedded'])
      .describe(
        '`manual` if a user or client set the tag, `embedded` if it is a keyword in the file, and `auto` if a ' +
          'program suggests it. Suggestions are listed last. Filters, search and counts ignore them until they are ' +
          'accepted.',
      ),
    confidence: z.number().min(0).max(1).nullable().describe('Confidence of a suggestion, 0 to 1.'),
  })
  .meta({ id: 'TagOfAsset' })

const FileWarning = z
  .object({
    type: z.enum(['name_mismatch', 'truncated', 'not_rendered']),
    message: z.string(),
  })
  .meta({ id: 'FileWarning', description: 'Problem with a file that was accepted.' })

const Uploader = z
  .object({
    share_id: Id('share'),
    name: z
      .string()
      .nullable()
      .describe('Name that the visitor entered. It is not verified. Null if the share does not ask for it.'),
  })
  .meta({ id: 'Uploader', description: 'Visitor who uploaded a file through a share, without an account.' })

export const fileNotes = {
  removed,
  warnings: z
    .array(FileWarning)
    .describe(
      'Problems with the file: its extension belongs to another format (`name_mismatch`), the file is truncated ' +
        '(`truncated`), or its variant of the format cannot be rendered (`not_rendered`).',
    ),
}

export const Asset = z
  .object({
    id: Id('asset'),
    name: z.string(),
    type: z.enum(types),
    mime_type: z.string(),
    extension: z.string().describe('Usual extension of the format, regardless of the file name.'),
    filename: z.string().describe('File name for downloads and synced folders.'),
    size: z.int().describe('File size, in bytes.'),
    width: z.int().nullable().describe('Width in pixels.'),
    height: z.int().nullable().describe('Height in pixels.'),
    duration: z.number().nullable().describe('Duration in seconds.'),
    checksum: z.string().describe('SHA-256 of the file, in hexadecimal.'),
    version: z.int().describe('Number of the current version. Incremented with every new file.'),
    status: z.enum(statuses).describe('Status of the renditions: `processing`, `ready` or `failed`.'),
    url: z
      .string()
      .describe(
        'Signed URL of the original file. Expires after a few hours and when the usage rights end; get the asset ' +
          'again for a new URL. Opens only while the asset is available.',
      ),
    thumbnail_url: z
      .string()
      .nullable()
      .describe('Signed URL of the thumbnail. Null without a thumbnail, and while the asset is unavailable.'),
    renditions: z
      .array(Rendition)
      .describe(
        'Images of the asset: `thumb`, `small`, `large`, and `poster` of a video. Empty until they are ready, and ' +
          'while the asset is unavailable.',
      ),
    folder_id: Id('folder').nullable(),
    folder_path: z.string().describe('Path of the folder. `/` for an asset at the root.'),
    tags: z.array(TagOfAsset),
    alt_text: z.string().nullable(),
    description: z.string().nullable(),
    copyright: z.string().nullable(),
    license: z.string().nullable().describe('License, such as `CC BY 4.0` or a contract.'),
    usage_terms: z.string().nullable().describe('Permitted uses of the asset.'),
    releases: z
      .array(Release)
      .describe('Consents of people in the asset and of owners of places and objects.'),
    availability: z
      .enum(availabilities)
      .describe(
        'Whether the asset may currently be used: `not_yet` before `available_from`, `expired` from `expires_at` on.',
      ),
    available_from: Time.nullable().describe('Time when the usage rights start.'),
    expires_at: Time.nullable().describe('Time when the usage rights end.'),
    external_id: z.string().nullable(),
    focal_point: z
      .object({ x: z.number(), y: z.number() })
      .nullable()
      .describe(
        'Point that stays visible when the image is cropped, from 0 to 1, measured from the top left.',
      ),
    dominant_color: z.string().nullable().describe('Dominant color of the image as `#RRGGBB`.'),
    page_count: z.int().nullable().describe('Number of pages of a document.'),
    orientation: z.enum(orientations).nullable().describe('Orientation of an image or video.'),
    has_alpha: z.boolean().nullable().describe('Whether an image has transparent parts.'),
    is_animated: z.boolean().nullable().describe('Whether an image is animated.'),
    embedded: Embedded,
    ...fileNotes,
    metadata: Metadata,
    ...shownValues,
    translations: AssetTranslations,
    review: shownReview,
    created_by: Creator.nullable(),
    uploader: Uploader.nullable().describe(
      'Visitor who uploaded the asset through a share. Null for other assets.',
    ),
    created_at: Time,
    updated_at: Time,
    deleted_at: Time.nullable().describe('Time of deletion. Null unless the asset is in the trash.'),
  })
  .meta({ id: 'Asset' })

export const assetsResource = resource({
  kind: 'asset',
  cacheable: true,
  path: '/assets',
  scope: 'assets:read',
  group: 'Assets',
  nouns: ['asset', 'assets'],
  item: Asset,
  sorts: ['-created_at', 'updated_at', 'name'],
  filters: {
    search: searchText
      .optional()
      .describe(
        'Search terms. Each term matches any part of a word in the name, file name, tags, folder, texts and their ' +
          'translations, external ID, values of `metadata`, or metadata in the file. If no word contains a term, words that differ by one ' +
          'typo match.',
      ),
    type: anyOf(z.enum(types)).optional().describe('Type of the assets.'),
    status: anyOf(z.enum(statuses)).optional().describe('Status of the assets.'),
    mime_type: anyOf(exactly()).optional().describe('MIME type of the assets.'),
    external_id: exactlyAny().optional().describe('ID of the asset in your own system.'),
    extension: anyOf(exactly()).optional().describe('Usual extension of the format, such as `jpg`.'),
    orientation: anyOf(z.enum(orientations)).optional().describe('Orientation of images and videos.'),
    color: colorParameter.optional(),
    has_alpha: flag.optional().describe('Whether images have transparent parts.'),
    is_animated: flag.optional().describe('Whether images are animated.'),
    year: anyOf(year).optional().describe('Year of creation (UTC), such as `2026`.'),
    availability: anyOf(z.enum(availabilities))
      .optional()
      .describe('Whether the assets may currently be used.'),
    expires_before: instant.optional().describe('Selects assets whose usage rights end before this time.'),
    expires_after: instant.optional().describe('Selects assets whose usage rights end after this time.'),
    folder_id: anyOf(folderId)
      .optional()
      .describe('ID of the folder that contains the assets, or `root` for assets without a folder.'),
    recursive: flag.optional().describe('Whether to include all subfolders of `folder_id`.'),
    collection_id: anyOf(idOf('collection'))
      .optional()
      .describe(
        'ID of a collection that contains the assets. `GET /api/collections/{id}/items` returns them in collection ' +
          'order.',
      ),
    review: anyOf(z.enum(reviewStates)).optional().describe('Review state of the assets.'),
    properties: propertiesParameter.optional(),
    ...trashParameters,
    ...tagParameters('assetTag'),
  },
  facets: {
    tag: ({ value }) => publicId('assetTag', value as Uuid),
    type: ({ value }) => value,
    folder_id: ({ value }) => (value === null ? 'root' : publicId('folder', value as Uuid)),
    extension: ({ value }) => value,
    orientation: ({ value }) => value,
    color: ({ value }) => value,
    year: ({ value }) => value,
    review: ({ value }) => value,
  },
  moreFacets: propertyFacets('asset'),
  find: assets,
  ask: ({
    search,
    type,
    status,
    mime_type,
    external_id,
    extension,
    orientation,
    color,
    has_alpha,
    is_animated,
    year,
    availability,
    expires_before,
    expires_after,
    folder_id,
    recursive,
    collection_id,
    review,
    properties,
    with_trashed,
    only_trashed,
    ...tags
  }) => ({
    ...askRights({ availability, expires_before, expires_after }),
    search: searchAsked(search),
    ...askMatching('type', type),
    ...askMatching('status', status),
    ...askMatching('mime_type', mime_type),
    ...askMatching('external_id', external_id),
    ...askMatching('extension', extension),
    ...askMatching('orientation', orientation),
    ...askColor(color),
    has_alpha,
    is_animated,
    created_in: year && boundsOf(year),
    ...askFolder(folder_id, recursive),
    ...askMatching('in_collection', collection_id),
    ...askMatching('review', review),
    properties,
    ...askTrash({ with_trashed, only_trashed }),
    ...askTags(tags),
  }),
  lookUp: lookUpAssetFilters,
  view: unavailableLinks,
  translationsOf: ({ translations }) => translations,
  present: presentAsset,
  // Availability changes with time, without an event.
  changesAt: (rows, filters) => (asksAvailability(filters) ? new Date() : firstChangeOf(rows)),
})

/**
 * Looks up the tags and custom properties that filters name, and whether the company uses reviews.
 * @param within the field that contains the filters, if the filters are in a body.
 * @throws {ApiError} `invalid`.
 */
export async function lookUpAssetFilters<Filters extends object>(
  db: Db,
  companyId: CompanyId,
  filters: Filters,
  within = '',
): Promise<Filters> {
  const tagged = await lookUpTags('asset')(db, companyId, filters, `${within}tag`)
  const valued = await lookUpProperties('asset')(db, companyId, tagged, `${within}properties`)
  return lookUpReview(db, companyId, valued, `${within}review`)
}

/** The first ID of each year and the first ID of the next year. */
const boundsOf = (years: readonly number[]) =>
  years
    .toSorted((a, b) => a - b)
    .flatMap((year) => [year, year + 1].map((one) => earliestId(new Date(Date.UTC(one, 0, 1)))))

/** The root with all its subfolders contains everything, so this filter is not needed. */
function askFolder(folders: readonly string[] | undefined, recursive = false) {
  if (!folders?.includes('root')) return askMatching(recursive ? 'in_subtree' : 'in_folder', folders)
  if (recursive) return {}
  return folders.length === 1
    ? { at_root: true }
    : { in_folder_or_root: folders.filter((folder) => folder !== 'root') }
}

export function presentAsset(
  row: JsonRow<AssetRow>,
  services: Services,
  _: unknown,
  { include_unavailable: includesUnavailable = false, language }: LinksAsked & Localized = {},
): z.input<typeof Asset> {
  const filename = calledAs(row)
  const word = wordsIn(row, language)
  const fileUrl = urlWithin(row, services, includesUnavailable)
  const isShown = includesUnavailable || row.availability === 'available'
  return {
    id: publicId('asset', row.id),
    name: word(row.name, ({ name }) => name),
    type: row.type,
    mime_type: row.mime_type,
    extension: row.extension,
    filename,
    size: row.size,
    width: row.width,
    height: row.height,
    duration: row.duration,
    checksum: row.checksum,
    version: row.version,
    status: row.status,
    url: fileUrl(withName(row.file_key, filename)),
    ...presentRenditions(isShown ? row.renditions : [], fileUrl),
    folder_id: row.folder_id && publicId('folder', row.folder_id),
    folder_path: row.folder_path ?? '/',
    tags: row.tags.map(({ id, name, source, confidence }) => ({
      id: publicId('assetTag', id),
      name,
      source,
      confidence,
    })),
    alt_text: word(row.alt_text, ({ alt_text }) => alt_text),
    description: word(row.description, ({ description }) => description),
    copyright: row.copyright,
    license: row.license,
    usage_terms: row.usage_terms,
    releases: row.releases,
    availability: row.availability,
    available_from: timeOrNull(row.available_from),
    expires_at: timeOrNull(row.expires_at),
    external_id: row.external_id,
    focal_point: row.focal_point && { x: row.focal_point.x, y: row.focal_point.y },
    dominant_color: row.dominant_color,
    page_count: row.page_count,
    orientation: row.orientation,
    has_alpha: row.has_alpha,
    is_animated: row.is_animated,
    embedded: row.embedded,
    removed: removedOf(row.removed),
    warnings: row.warnings,
    metadata: row.metadata,
    ...presentValues(row),
    translations: row.translations,
    review: row.review,
    created_by: creator(row.created_by, row.created_by_name),
    uploader:
      row.upload_share_id === null
        ? null
        : {
            share_id: publicId('share', row.upload_share_id),
            name: row.uploader_name,
          },
    created_at: time(row.created_at),
    updated_at: time(row.updated_at),
    deleted_at: timeOrNull(row.deleted_at),
  }
}
