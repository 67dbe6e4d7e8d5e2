import { open } from 'node:fs/promises'
import { constants, gunzipSync } from 'node:zlib'
import { fileTypeFromFile } from 'file-type'
import { programs } from '../config/programs.ts'
import { extensionOf, type Format, formatOfExtension, formats } from '../storage/file-formats.ts'
import { programOf } from '../storage/programs.ts'
import { ownSignatures } from './signatures.ts'
import { isSvgRoot, markupRoot } from './text-formats.ts'

/** Number of bytes within which a text format or SVG is recognized. These formats have no magic bytes. */
const headBytesMax = 64 * 1024

/** Media types that have a different name in `file-type`. */
const otherExtensions: Record<string, string> = {
  'image/apng': 'png',
  'image/heif': 'heic',
  'image/heif-sequence': 'heic',
  'image/heic-sequence': 'heic',
  'audio/x-m4a': 'm4a',
  'video/x-m4v': 'mp4',
  'application/eps': 'eps',
}

/**
 * Identifies a file by its bytes. Its name decides only if the bytes are ambiguous, as for text formats,
 * packages, and formats without a signature.
 */
export async function identify(path: string, name = ''): Promise<Format> {
  const { head, tail } = await endsOf(path)
  const extension = extensionOf(name)
  const own = ownSignatures.find(({ isOf }) => isOf(head, tail))
  if (own) return refined(byExtension(own.extension), extension)
  const found = await fileTypeFromFile(path)
  const mayBeText = found === undefined || ['application/xml', 'application/gzip'].includes(found.mime)
  if (mayBeText && isSvg(unpackedHead(head), extension)) return byExtension('svg')
  if (found === undefined) return cutOff(head) ?? unsigned(head, extension)
  const known =
    otherExtensions[found.mime] ?? (formatOfExtension(found.ext) && found.ext) ?? extensionOfMime(found.mime)
  if (known !== undefined) return refined(byExtension(known), extension)
  if (programs[found.ext]) return programOf(found.ext)
  // Office documents from before 2007 and installers use the same container.
  if (found.ext === 'cfb' && extension !== undefined) {
    if (programs[extension]) return programOf(extension)
    const named = formatOfExtension(extension)
    if (named && ['doc', 'ppt', 'xls'].includes(named.extensions[0])) return named
  }
  return otherFormat(found)
}

/** Whether a file is an SVG, by its root or its name. The SVG reader reports errors before the root. */
function isSvg(head: Buffer, extension: string | undefined): boolean {
  const root = markupRoot(head)
  if (root !== undefined) return isSvgRoot(root)
  const isNamedSo = extension === 'svg' || extension === 'svgz'
  return (
    (isNamedSo || /<!DOCTYPE\s+svg/i.test(head.toString('latin1'))) &&
    /<(?:[\w.-]+:)?svg[\s/>]/.test(head.toString('latin1'))
  )
}

const extensionOfMime = (mime: string) =>
  formats.find(({ mimeType }) => mimeType === mime.split(';', 1)[0])?.extensions[0]

const byExtension = (extension: string): Format => formatOfExtension(extension)!

/** Formats that extend another format. Only the name distinguishes them. */
const namedWithin: Record<string, readonly string[]> = {
  'application/x-affinity': ['afdesign', 'afphoto', 'afpub'],
  'image/tiff': ['cr2', 'nef', 'arw', 'dng', 'iiq', '3fr', 'pef', 'orf', 'rw2'],
  'application/zip': ['sketch', 'xd', 'fig', 'key', 'pages', 'numbers', 'lottie', 'idml'],
}

function refined(format: Format, extension: string | undefined): Format {
  const named = extension === undefined ? undefined : formatOfExtension(extension)
  const isWithin = named && namedWithin[format.mimeType]?.includes(named.extensions[0])
  return isWithin ? named : format
}

/** A format that `file-type` knows and that the library does not treat specially. */
function otherFormat({ ext, mime }: { ext: string; mime: string }): Format {
  const extension = ext.toLowerCase().replace(/[^a-z0-9]/g, '')
  const [family] = mime.split('/') as [string]
  const kind = (['image', 'audio', 'video', 'font'] as const).find((one) => one === family) ?? 'other'
  // A type `x-ft-…` exists only in this package.
  const mimeType = mime.includes('/x-ft-') ? 'application/octet-stream' : mime.split(';', 1)[0]!
  return { kind, mimeType, extensions: [extension], label: `${extension.toUpperCase()} file` }
}

/** A file that starts like a rendered format, but contains nothing that `file-type` can read. */
function cutOff(head: Buffer): Format | undefined {
  const start = head.toString('latin1', 0, 8)
  const begun = Object.entries(beginnings).find(([, texts]) => texts.some((text) => start.startsWith(text)))
  return begun && byExtension(begun[0])
}

const beginnings: Record<string, readonly string[]> = {
  png: ['\x89PNG\r\n\x1a\n'],
  jpg: ['\xff\xd8\xff'],
  gif: ['GIF87a', 'GIF89a'],
  tiff: ['II*\0', 'MM\0*', 'II+\0', 'MM\0+'],
}

function unsigned(head: Buffer, extension: string | undefined): Format {
  const program = extension === undefined ? undefined : programs[extension]
  if (head.toString('latin1', 0, 2) === '#!') return programOf('sh')
  const root = markupRoot(head)
  if (root !== undefined && /^html$/i.test(root)) return byExtension('html')
  if (program) return programOf(extension!)
  const named = extension === undefined ? undefined : formatOfExtension(extension)
  if (isText(head)) {
    if (named && textExtensions.has(named.extensions[0])) return named
    if (isCompleteJson(head)) return byExtension('json')
    if (root !== undefined) return byExtension('xml')
    const text = byExtension('txt')
    return named || extension === undefined ? text : { ...text, extensions: [extension] }
  }
  if (named && unsignedExtensions.has(named.extensions[0])) return named
  return {
    kind: 'other',
    mimeType: 'application/octet-stream',
    extensions: [named || extension === undefined ? 'bin' : extension],
    label: 'file of an unknown format',
  }
}

const textExtensions = new Set(['csv', 'tsv', 'md', 'txt', 'json', 'css', 'gpl', 'cube', 'html', 'xml'])
/** Extensions of binary formats without a signature. */
const unsignedExtensions = new Set(['tga', 'aco', 'mp3', 'aac', 'fig'])

/** Whether the bytes are UTF-8, or UTF-16 with a byte order mark. The last character may be truncated. */
function isText(head: Buffer): boolean {
  const mark = head.toString('hex', 0, 2)
  if (mark === 'fffe' || mark === 'feff') return true
  return head.every((byte) => byte >= 0x20 || textControls.has(byte))
}

/** Control characters in text: bell to carriage return, and escape. */
const textControls = new Set([7, 8, 9, 10, 11, 12, 13, 27])

function isCompleteJson(head: Buffer): boolean {
  if (head.length >= headBytesMax || !/^\s*[[{]/.test(head.toString('latin1', 0, 100))) return false
  try {
    JSON.parse(head.toString())
    return true
  } catch {
    return false
  }
}

const tailBytes = 64

async function endsOf(path: string) {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const read = async (at: number, length: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      return buffer.subarray(0, bytesRead)
    }
    const head = await read(0, Math.min(size, headBytesMax))
    return { head, tail: await read(Math.max(0, size - tailBytes), Math.min(size, tailBytes)) }
  } finally {
    await file.close()
  }
}

/** Number of compressed bytes that are read. Decompressed, they cannot exceed a few megabytes. */
const packedHeadBytes = 4 * 1024

function unpackedHead(head: Buffer): Buffer {
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head
  try {
    return gunzipSync(head.subarray(0, packedHeadBytes), { finishFlush: constants.Z_SYNC_FLUSH }).subarray(
      0,
      headBytesMax,
    )
  } catch {
    return Buffer.alloc(0)
  }
}
