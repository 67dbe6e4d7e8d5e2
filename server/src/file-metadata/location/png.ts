import { deflateSync } from 'node:zlib'
import type { ByteSource } from '../../images/byte-source.ts'
import { editBudget, type Part } from '../parts.ts'
import { pngChunk, pngChunks, pngTextTypes, pngXmpKeyword, textIn } from '../png.ts'
import type { Edit } from './edits.ts'
import { exifWithoutLocation } from './exif.ts'
import { iptcWithoutLocation, resourcesWithoutLocation } from './iptc.ts'
import { xmpWithoutLocation } from './xmp.ts'

/** ImageMagick writes metadata blocks in hexadecimal, after the name and length of the block. */
const profiles = new Map<string, Edit>([
  ['exif', exifWithoutLocation],
  ['app1', (block) => exifWithoutLocation(block) ?? xmpWithoutLocation(block)],
  ['xmp', xmpWithoutLocation],
  ['iptc', (block) => resourcesWithoutLocation(block) ?? iptcWithoutLocation(block)],
  ['8bim', resourcesWithoutLocation],
])
const keywordBytesMax = 80

/** Rewrites edited chunks, because chunks have checksums, and some are compressed. */
export async function pngWithoutLocation(source: ByteSource): Promise<Part[] | undefined> {
  const parts: Part[] = []
  const mayEdit = editBudget()
  let done = 0
  for await (const { type, at, length, end } of pngChunks(source)) {
    const isText = pngTextTypes.has(type)
    if (!isText && type !== 'eXIf') continue
    const head = (await source.read(at + 8, Math.min(length, keywordBytesMax))).toString('latin1')
    const keyword = isText ? head.slice(0, Math.max(0, head.indexOf('\0'))) : undefined
    if (keyword !== undefined && !mayStateLocation(keyword)) continue
    const edited = mayEdit(length)
      ? await withoutLocation(type, keyword, Buffer.from(await source.read(at + 8, length)), mayEdit)
      : undefined
    if (edited === 'same') continue
    // If undefined, the chunk cannot be edited and is omitted.
    parts.push({ from: done, to: at }, ...(edited ? [pngChunk(type, edited)] : []))
    done = end
  }
  return parts.length === 0 ? undefined : [...parts, { from: done, to: source.size }]
}

const profileOf = (keyword: string) =>
  profiles.get(/^raw profile type (\w+)$/i.exec(keyword)?.[1]?.toLowerCase() ?? '')

const mayStateLocation = (keyword: string) =>
  keyword === pngXmpKeyword || profileOf(keyword) !== undefined || isGps(keyword)

const isGps = (keyword: string) => /^(exif:)?gps/i.test(keyword)

/**
 * The new body of a chunk, or the information that it stays unchanged. @param mayEdit also limits the
 * unpacked bytes, because a small chunk can unpack to very many bytes.
 */
async function withoutLocation(
  type: string,
  keyword: string | undefined,
  body: Buffer,
  mayEdit: (length: number) => boolean,
): Promise<Buffer | 'same' | undefined> {
  if (keyword === undefined) return exifWithoutLocation(body) ?? 'same'
  if (isGps(keyword)) return undefined
  const text = await textIn(type, body.subarray(keyword.length + 1)).catch(() => undefined)
  if (!text || (text.isPacked && !mayEdit(text.value.length))) return undefined
  const edited =
    keyword === pngXmpKeyword ? xmpWithoutLocation(text.value) : profile(text.value, profileOf(keyword)!)
  if (!edited) return 'same'
  return Buffer.concat([
    body.subarray(0, keyword.length + 1),
    text.head,
    text.isPacked ? deflateSync(edited) : edited,
  ])
}

function profile(text: Buffer, edit: Edit): Buffer | undefined {
  const [, head, digits] = /^(\n\w+\n\s*\d+\n)([\da-f\s]*)$/i.exec(text.toString('latin1')) ?? []
  if (head === undefined || digits === undefined) return Buffer.alloc(0)
  const edited = edit(Buffer.from(digits.replace(/\s/g, ''), 'hex'))
  const lines = edited?.toString('hex').replace(/.{72}/g, '$&\n')
  return lines === undefined ? undefined : Buffer.from(`${head}${lines}\n`, 'latin1')
}
