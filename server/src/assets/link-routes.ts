import { z } from 'zod'
import { asCompany, type JsonRow } from '../db/tenancy.ts'
import { takesMetadata } from '../file-metadata/embed.ts'
import { current } from '../http/endpoints/crud-endpoints.ts'
import { endpoint } from '../http/endpoints/endpoint.ts'
import { documentedAs } from '../http/schemas/documented-as.ts'
import { flag } from '../http/schemas/query-parameters.ts'
import { invalid } from '../http/schemas/validation.ts'
import { publicId } from '../ids.ts'
import { layout, sizeOf } from '../images/layout.ts'
import { hasDrawnPages } from '../images/previews/kinds.ts'
import { fits, renditionFormats, renditionSideMax } from '../images/rendering.ts'
import { type Preset, presetNamed } from '../presets/queries.ts'
import type { Services } from '../services.ts'
import { mimeTypes } from '../storage/file-formats.ts'
import { withVariant } from '../storage/variants.ts'
import { Time } from '../wire.ts'
import { assertAvailable, unavailableLinks, urlWithin } from './availability.ts'
import { calledAs, refiled } from './file-names.ts'
import {
  mayBeMade,
  pagePicturesPerFileMax,
  picturesPerFileMax,
  renderingOf,
  specOf,
  type Wanted,
} from './pictures.ts'
import { presetPicture } from './preset-pictures.ts'
import type { AssetRow } from './queries.ts'
import { assetsResource } from './resource.ts'

const whole = (max: number) =>
  z
    .string('must be given only once.')
    .regex(/^[1-9]\d{0,4}$/, `must be a whole number from 1 to ${max}.`)
    .transform(Number)
    .refine((number) => number <= max, `must be a whole number from 1 to ${max}.`)
    .meta(documentedAs({ type: 'integer', minimum: 1, maximum: max }))

/** Maximum page number, which is the largest `page_count` of a document. */
const pageMax = 99_999

const Link = z
  .object({
    url: z.string().describe('Signed URL of the file.'),
    mime_type: z.string(),
    width: z.int().nullable().describe('Width in pixels. Null for a page of a document.'),
    height: z.int().nullable().describe('Height in pixels. Null for a page of a document.'),
    expires_at: Time,
  })
  .meta({ id: 'AssetLink' })

export const getLink = endpoint({
  operationId: 'getAssetLink',
  method: 'GET',
  path: '/assets/:id/link',
  scope: 'assets:read',
  group: 'Assets',
  summary: 'Get a link to an asset in a given size and format',
  description:
    'Returns a signed URL that expires after a few hours, and at the latest when the usage rights end. Without `page`, `w`, `h`, `fit`, `format`, `q` or `preset`, the URL opens the original file. Otherwise, it opens a rendition, which is created on first use and then cached.' +
    ` Only SVG images and pages of documents are enlarged. A file can have up to ${picturesPerFileMax} renditions, and ` +
    `${pagePicturesPerFileMax.toLocaleString('en')} renditions of its pages. ` +
    'Changing the parameters in the URL invalidates its signature.',
  params: z.object({ id: z.string().describe('ID of the asset.') }),
  query: z.object({
    page: whole(pageMax)
      .optional()
      .describe('Page of a PDF or Illustrator document, from 1 to `page_count`. Default: the first page.'),
    w: whole(renditionSideMax)
      .optional()
      .describe('Width in pixels. Default: computed from `h` and the aspect ratio.'),
    h: whole(renditionSideMax)
      .optional()
      .describe('Height in pixels. Default: computed from `w` and the aspect ratio.'),
    fit: z
      .enum(fits)
      .optional()
      .describe(
        'How the image fits into `w` and `h`: `inside` keeps the whole image, `cover` crops around the focal ' +
          'point, and `contain` adds a border. Default: `inside`.',
      ),
    format: z.enum(renditionFormats).optional().describe('Image format. Default: `webp`.'),
    q: whole(100).optional().describe('Compression quality, 1 to 100. Default: 80.'),
    metadata: z
      .enum(['embed'])
      .optional()
      .describe(
        "`embed` writes the asset's metadata into the file as XMP: name, description, tags, creators, copyright, " +
          'alt text and expiry. For JPEG, PNG, WebP, TIFF, PDF and SVG.',
      ),
    download: flag
      .optional()
      .describe('Whether browsers download the file under its `filename` instead of displaying it.'),
    preset: z
      .string('must be given only once.')
      .optional()
      .describe(
        'Name of a preset that determines the size, format and metadata. Only for images. Cannot be combined with ' +
          '`page`, `w`, `h`, `fit`, `format`, `q` or `metadata`.',
      ),
    ...unavailableLinks.parameters,
  }),
  alsoNeedsFor: unavailableLinks.alsoNeeds,
  conflict: 'asset_unavailable',
  reply: z.object({ data: Link }),
  handle: (
    {
      caller: { companyId },
      params,
      query: { download, include_unavailable: includesUnavailable = false, preset, ...wanted },
    },
    services,
  ) =>
    asCompany(services.db, companyId, async (trx) => {
      const { row: asset } = await current(assetsResource, trx, companyId, params.id, undefined)
      if (!includesUnavailable) assertAvailable(asset)
      if (preset !== undefined) assertOnly(wanted)
      const linked =
        preset === undefined
          ? linkedAs(asset, wanted, services)
          : inPreset(asset, await presetNamed(trx, companyId, preset), services)
      const { picture, extension, metadataOf } = linked
      if (picture !== '' && !(await mayBeMade(trx, companyId, asset.file_key, picture)))
        throw invalid(
          preset !== undefined ? 'preset' : wanted.page === undefined ? 'w' : 'page',
          'The limit of renditions for this file is reached.',
        )
      const name = nameOfLinked(calledAs(asset), picture === '' ? undefined : extension)
      const named = download ? { download: name } : { download: undefined, shownAs: name }
      const url = urlWithin(
        asset,
        services,
        includesUnavailable,
      )(withVariant(asset.file_key, { picture, ...named, metadataOf }))
      const expires = Number(new URL(url).searchParams.get('expires'))
      return {
        data: {
          url,
          mime_type: picture === '' ? asset.mime_type : mimeTypes[extension]!,
          ...sizeOfLinked(asset, picture),
          expires_at: new Date(expires * 1000).toISOString(),
        },
      }
    }),
})

type Linked = { picture: string; extension: string; metadataOf?: string | undefined }

/** The requested rendition. The spec of the original file is empty. */
function linkedAs(
  asset: JsonRow<AssetRow>,
  { metadata, ...wanted }: Wanted & { metadata?: 'embed' | undefined },
  { decoder }: Pick<Services, 'decoder'>,
): Linked {
  if (wanted.page !== undefined) assertPage(asset, wanted.page)
  const picture = specOf(wanted, asset.focal_point)
  if (picture !== '' && !decoder.draws(asset.extension))
    throw invalid('format', `Renditions of ${asset.mime_type} files are not available.`)
  const extension = picture === '' ? asset.extension : extensionOf(wanted)
  if (metadata && !(takesMetadata(extension) && !asset.embedded.encrypted))
    throw invalid(
      'metadata',
      `Metadata cannot be written into ${asset.embedded.encrypted ? 'encrypted' : extension.toUpperCase()} files.`,
    )
  return { picture, extension, metadataOf: metadata && publicId('asset', asset.id) }
}

/** @throws {ApiError} `invalid` on `page` if the file has no such page. */
function assertPage({ extension, page_count }: JsonRow<AssetRow>, page: number): void {
  if (page_count === null || !hasDrawnPages(extension))
    throw invalid('page', 'The page field is only for PDF and Illustrator documents.')
  if (page > page_count)
    throw invalid('page', `The page field must not be above ${page_count}, the number of pages.`)
}

/** @throws {ApiError} `invalid` on `preset` if the asset cannot be rendered in the preset. */
function inPreset(asset: JsonRow<AssetRow>, preset: Preset, { decoder }: Pick<Services, 'decoder'>): Linked {
  const made = presetPicture(asset, preset, decoder.draws(asset.extension))
  if ('refusal' in made) throw invalid('preset', `The asset ${made.refusal}.`)
  return { ...made, picture: made.spec }
}

/** @throws {ApiError} `invalid` for parameters that a preset determines. */
function assertOnly(others: object): void {
  const [name] = Object.entries(others).find(([, value]) => value !== undefined) ?? []
  if (name !== undefined)
    throw invalid(name, `The ${name} must not be combined with preset, which determines it.`)
}

/** The file name of a rendition: the name of its file, with the extension of its own format. */
const nameOfLinked = (fileName: string, extension: string | undefined) =>
  extension === undefined ? fileName : refiled(fileName, undefined, extension)

const extensionOf = ({ format = 'webp' }: Wanted) => (format === 'jpeg' ? 'jpg' : format)

function sizeOfLinked({ width, height, extension }: JsonRow<AssetRow>, picture: string) {
  if (picture === '' || width === null || height === null) return { width, height }
  const rendering = renderingOf(picture)
  // The size of a page is known when it is rendered.
  if (rendering.page !== undefined) return { width: null, height: null }
  return sizeOf(layout({ width, height }, rendering, extension === 'svg' || rendering.enlarge === true))
}
