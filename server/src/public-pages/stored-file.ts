import type { FastifyReply, FastifyRequest } from 'fastify'
import { ApiError } from '../errors.ts'
import { versionOf } from '../file-metadata/deliveries.ts'
import { withMetadata } from '../file-metadata/embed.ts'
import type { WrittenMetadata } from '../file-metadata/fields.ts'
import { sizeOf, sourceOfStored, streamOf, within } from '../file-metadata/parts.ts'
import { modifiedAt, sendContent } from '../http/files/send-content.ts'
import type { Services } from '../services.ts'
import { mimeTypes } from '../storage/file-formats.ts'
import type { ByteRange } from '../storage/storage.ts'
import { extensionIn } from './item.ts'

/**
 * Sends a file of a page. Caches revalidate each time, so that a removed file is no longer shown.
 * @param savedAs its name as a download. Undefined for a file that is only shown.
 * @param written metadata to write into the file.
 */
export async function sendStored(
  request: FastifyRequest,
  reply: FastifyReply,
  { delivered, noteMissing }: Pick<Services, 'delivered' | 'noteMissing'>,
  key: string,
  savedAs: string | undefined,
  written?: WrittenMetadata,
) {
  const file = await delivered(key)
  if (!file) {
    noteMissing(key, 'link')
    throw new ApiError('not_found')
  }
  const name = key.split('/')[1]!
  const parts = written && (await withMetadata(sourceOfStored(file), extensionIn(key), written.fields))
  const content = parts
    ? {
        size: sizeOf(parts),
        open: (range?: ByteRange) => streamOf(file, range ? within(parts, range) : parts),
      }
    : file
  return sendContent(request, reply, content, {
    tag: written ? `"${versionOf(name, file)}-${written.digest}"` : `"${versionOf(name, file)}"`,
    modified: written ? undefined : modifiedAt(name, file),
    contentType: mimeTypes[name.split('.').at(-1)!] ?? 'application/octet-stream',
    cacheControl: 'private, no-cache',
    crossOrigin: false,
    savedAs,
    isDownload: savedAs !== undefined,
  })
}
