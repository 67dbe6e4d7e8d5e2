import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from '../../errors.ts'
import { versionOf } from '../../file-metadata/deliveries.ts'
import { withMetadata } from '../../file-metadata/embed.ts'
import type { WrittenMetadata } from '../../file-metadata/fields.ts'
import { sizeOf, sourceOfStored, streamOf, within } from '../../file-metadata/parts.ts'
import type { Services } from '../../services.ts'
import { mimeTypes } from '../../storage/file-formats.ts'
import type { SignedUrls } from '../../storage/signed-urls.ts'
import type { ByteRange, StoredFile } from '../../storage/storage.ts'
import { disposition, variantOf, withVariant } from '../../storage/variants.ts'
import { failsIfMatch, hasAlready } from '../responses/etag.ts'
import { lacksLocationHeader, mayRun, modifiedAt, sendContent } from './send-content.ts'

export const filePath = '/files/:company/:name'

export type PictureOf = (key: string, wanted: string) => Promise<string>

export type MetadataOf = (key: string, assetId: string) => Promise<WrittenMetadata>

/** Serves originals and renditions to holders of a signed link. */
export function mountFiles(
  app: FastifyInstance,
  { storage, delivered, noteMissing }: Pick<Services, 'storage' | 'delivered' | 'noteMissing'>,
  urls: SignedUrls,
  pictureOf: PictureOf,
  metadataToWrite: MetadataOf,
) {
  app.get(filePath, async (request, reply) => {
    const { original, picture, download, shownAs, metadataOf, expires } = signedKey(request, urls)
    // The link alone grants access, and cookies are ignored. Fonts load only if the response allows the
    // page's origin.
    reply.header('Access-Control-Allow-Origin', '*')
    const written = metadataOf === undefined ? undefined : await metadataToWrite(original, metadataOf)
    const key = picture === '' ? original : await pictureOf(original, picture)
    const name = key.split('/')[1]!
    const file = await delivered(key)
    if (!file) {
      noteMissing(key, 'link')
      throw new ApiError('not_found')
    }
    const extension = name.split('.').at(-1)!
    const contentType = mimeTypes[extension] ?? 'application/octet-stream'
    const version = versionOf(name, file)
    const tag = written ? `"${version}-${written.digest}"` : `"${version}"`
    if (failsIfMatch(request, tag)) throw new ApiError('changed_meanwhile')
    const isKnown = hasAlready(request, tag)
    const isSent = request.method === 'GET' && !isKnown
    const isAsStored = !written && !file.lacksLocation
    if (isSent && storage.link && download === undefined && isAsStored && mayBeLinked(contentType, file)) {
      const shown = shownAs === undefined ? undefined : disposition('inline', shownAs)
      const link = await storage.link(key, { untilSeconds: expires, contentType, disposition: shown })
      return reply.header('Cache-Control', cacheUntil(expires, linkCachedSecondsMax)).redirect(link)
    }
    // HEAD also needs the metadata, because it changes the size.
    const parts =
      written && !isKnown ? await withMetadata(sourceOfStored(file), extension, written.fields) : undefined
    const content = parts
      ? {
          size: sizeOf(parts),
          open: (range?: ByteRange) => streamOf(file, range ? within(parts, range) : parts),
        }
      : file
    if (file.lacksLocation) reply.header(lacksLocationHeader, 'location')
    return sendContent(request, reply, content, {
      tag,
      modified: written ? undefined : modifiedAt(name, file),
      contentType,
      // Metadata changes while the link stays the same.
      cacheControl: written ? 'no-cache' : cacheUntil(expires),
      crossOrigin: true,
      savedAs: download ?? shownAs,
      isDownload: download !== undefined,
    })
  })
}

function signedKey(request: FastifyRequest, urls: SignedUrls) {
  const { company, name } = request.params as { company: string; name: string }
  const query = request.query as Record<string, unknown>
  const { expires, signature } = query
  const original = `${company}/${name}`
  const variant = variantOf(query)
  const isSigned =
    typeof expires === 'string' &&
    typeof signature === 'string' &&
    urls.verify(withVariant(original, variant), expires, signature)
  if (!isSigned) throw new ApiError('bad_signature')
  return { original, ...variant, expires: Number(expires) }
}

/**
 * Minimum size for a redirect to the store. For smaller files, the round trip takes longer than the transfer.
 */
const linkedBytesMin = 1024 * 1024
/** Time for which a redirect to the store can be cached. Shorter than the lifetime of the store's links. */
const linkCachedSecondsMax = 1800

/** A store sends neither `nosniff` nor a sandbox, so it can serve only types that are never executed. */
const mayBeLinked = (contentType: string, { size }: StoredFile) =>
  size >= linkedBytesMin && !mayRun(contentType)

/**
 * The content of a key never changes. Browsers and CDNs can cache it, but no longer than its link is valid.
 */
function cacheUntil(expiresSeconds: number, secondsMax = Number.POSITIVE_INFINITY) {
  const left = Math.floor(expiresSeconds - Date.now() / 1000)
  const seconds = Math.max(0, Math.min(left, secondsMax))
  return `public, max-age=${seconds}, immutable`
}
