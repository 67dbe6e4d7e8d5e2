import { open } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import { fileTypeFromFile } from 'file-type'
import { type Format, formats } from '../storage/file-formats.ts'

/** SVG has no magic bytes: its root element must follow within this many bytes. */
const prologueBytesMax = 64 * 1024

const otherMimeTypes: Record<string, string> = {
  'image/apng': 'image/png',
  'image/heif': 'image/heic',
  'image/heic-sequence': 'image/heic',
  'image/heif-sequence': 'image/heic',
  'audio/x-m4a': 'audio/mp4',
  'audio/x-flac': 'audio/flac',
  'audio/vnd.wave': 'audio/wav',
  'audio/wave': 'audio/wav',
  'video/x-m4v': 'video/mp4',
}

/** Detects a format by the first bytes, never by the name. Undefined for unsupported formats. */
export async function identify(path: string): Promise<Format | undefined> {
  const found = await fileTypeFromFile(path)
  const mime = (found?.mime ?? '').split(';', 1)[0]!
  const known = formats.find(({ mimeType }) => mimeType === (otherMimeTypes[mime] ?? mime))
  if (known) return known
  const mayBeSvg = found === undefined || ['application/xml', 'application/gzip'].includes(found.mime)
  return mayBeSvg && (await beginsAsSvg(path))
    ? formats.find(({ mimeType }) => mimeType === 'image/svg+xml')
    : undefined
}

async function beginsAsSvg(path: string): Promise<boolean> {
  const file = await open(path, 'r')
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(prologueBytesMax), 0, prologueBytesMax, 0)
    const head = unpackedHead(buffer.subarray(0, bytesRead))
    // UTF-16 is XML too; the parser checks whether it is well-formed.
    const text = head.toString('latin1').replaceAll('\0', '')
    return /<(?:[A-Za-z_][\w.-]*:)?svg[\s/>]/.test(text)
  } finally {
    await file.close()
  }
}

/** This much of a compressed file cannot expand to more than some megabytes. */
const packedHeadBytes = 4 * 1024

function unpackedHead(head: Buffer): Buffer {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head
  try {
    return gunzipSync(head.subarray(0, packedHeadBytes), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(
      0,
      prologueBytesMax,
    )
  } catch {
    return Buffer.alloc(0)
  }
}
