import { promisify } from 'node:util'
import { inflate as inflateAll } from 'node:zlib'
import type { ByteSource } from './byte-source.ts'
import { type Dictionary, dictionaryAt, referenceIn } from './pdf-syntax.ts'

/** Finds objects of a PDF by its cross-references (ISO 32000-1 §7.5). */
export type PdfObjects = {
  trailer: Map<string, string>
  /** The offset of the newest cross-references, from the beginning of the document. */
  startXref: number
  isStream: boolean
  /** Bytes before the document. */
  base: number
  dictionary(reference: string | undefined): Promise<Map<string, string> | undefined>
  stream(reference: string | undefined): Promise<Buffer | undefined>
  placeOf(reference: string | undefined): Promise<StreamPlace | undefined>
}

export type StreamPlace = { at: number; length: number; isPacked: boolean }

const tailBytes = 2_048
const headBytes = 1_024
/** Maximum size of a dictionary or a trailer, which stays in memory while others are read. */
const objectBytesMax = 256 * 1024
const trailerBytesMax = 64 * 1024
/**
 * Maximum unpacked size of all streams of a document and its cross-references, because requests wait for the
 * unpacking.
 */
const unpackedBytesMax = 8 * 1024 ** 2
/** Maximum number of incremental updates that are read. Some documents have very many. */
const sectionsMax = 200

const inflate = promisify(inflateAll) as (bytes: Buffer, options: object) => Promise<Buffer>

type Budget = { left: number }

function spend(budget: Budget, bytes: number) {
  budget.left -= bytes
  if (budget.left < 0) throw new SyntaxError('The document is too complex.')
}

type Place = { at: number } | { inStream: number }
type Section = {
  trailer: Map<string, string>
  find(number: number): Promise<Place | undefined>
}

/** @throws {SyntaxError} for a file that is damaged or of another format. */
export async function openPdf(source: ByteSource): Promise<PdfObjects> {
  const base = (await source.read(0, headBytes)).indexOf('%PDF-')
  if (base === -1) throw new SyntaxError('Not a PDF.')
  const tail = (await source.read(Math.max(0, source.size - tailBytes), tailBytes)).toString('latin1')
  const last = tail.lastIndexOf('startxref')
  const startXref = last === -1 ? 0 : Number(/^startxref\s+(\d{1,12})\s/.exec(tail.slice(last))?.[1])
  if (!(startXref > 0)) throw new SyntaxError('The place of the cross-references is missing.')

  const budget: Budget = { left: unpackedBytesMax }
  const sections: Section[] = []
  const seen = new Set<number>()
  async function sectionAt(index: number): Promise<Section | undefined> {
    if (sections[index]) return sections[index]
    const previous = sections.at(-1)
    const next = previous
      ? Number(previous.trailer.get('XRefStm') ?? previous.trailer.get('Prev') ?? 0)
      : startXref
    if (!(next > 0) || seen.has(next) || sections.length >= sectionsMax) return undefined
    seen.add(next)
    const section = await readSection(source, base + next, budget)
    // In a hybrid file, the stream comes first, then the data before the table.
    if (previous?.trailer.has('XRefStm') && !section.trailer.has('Prev') && previous.trailer.has('Prev'))
      section.trailer.set('Prev', previous.trailer.get('Prev')!)
    sections.push(section)
    return section
  }

  async function place(number: number): Promise<Place | undefined> {
    for (let index = 0; ; index++) {
      const section = await sectionAt(index)
      if (!section) return undefined
      const found = await section.find(number)
      if (found) return found
    }
  }

  /** The text at the start of an object that is not in a stream. Streams are never nested. */
  async function direct(number: number) {
    const found = await place(number)
    if (!found || !('at' in found)) return undefined
    const at = base + found.at
    const text = (await source.read(at, objectBytesMax)).toString('latin1')
    const head = /^\s*(\d+)\s+\d+\s+obj/.exec(text)
    if (!head || Number(head[1]) !== number) throw new SyntaxError('An object is not at its place.')
    return { text, start: head[0].length, at }
  }

  async function object(number: number): Promise<{ text: string; start: number } | undefined> {
    const found = await place(number)
    if (!found || 'at' in found) return direct(number)
    const holder = await direct(found.inStream)
    if (!holder) return undefined
    const { entries } = dictionaryAt(holder.text, holder.start)
    const first = Number(entries.get('First'))
    const bytes = await streamOf(holder)
    const offset = placeInStream(bytes.subarray(0, first), number)
    if (offset === undefined) return undefined
    const at = first + offset
    return { text: bytes.toString('latin1', at, at + objectBytesMax), start: 0 }
  }

  async function streamOf({ text, start, at }: { text: string; start: number; at: number }): Promise<Buffer> {
    const { entries, end } = dictionaryAt(text, start)
    return unpacked(source, entries, end, text, at, await lengthOf(entries), budget)
  }

  async function lengthOf(entries: Dictionary['entries']): Promise<number> {
    const stated = entries.get('Length')
    const reference = referenceIn(stated)
    return reference ? numberIn(reference.number) : Number(stated)
  }

  async function numberIn(number: number): Promise<number> {
    const found = await direct(number)
    return Number(/^\s*(\d+)/.exec(found?.text.slice(found.start) ?? '')?.[1])
  }

  const newest = await sectionAt(0)
  if (!newest) throw new SyntaxError('There are no cross-references.')
  return {
    trailer: newest.trailer,
    startXref,
    isStream: newest.trailer.get('Type') === '/XRef',
    base,
    async dictionary(reference) {
      const named = referenceIn(reference)
      const found = named && (await object(named.number))
      return found && dictionaryAt(found.text, found.start).entries
    },
    async stream(reference) {
      const named = referenceIn(reference)
      const found = named && (await direct(named.number))
      return found && streamOf(found)
    },
    async placeOf(reference) {
      const named = referenceIn(reference)
      const found = named && (await direct(named.number))
      if (!found) return undefined
      const { entries, end } = dictionaryAt(found.text, found.start)
      return placeOfStream(entries, end, found.text, found.at, await lengthOf(entries))
    },
  }
}

/** The XMP packet of the document. Images in the document have their own. */
export async function documentXmp(pdf: PdfObjects): Promise<Buffer | undefined> {
  const catalog = await pdf.dictionary(pdf.trailer.get('Root'))
  return pdf.stream(catalog?.get('Metadata'))
}

export async function placeOfXmp(pdf: PdfObjects): Promise<StreamPlace | undefined> {
  const catalog = await pdf.dictionary(pdf.trailer.get('Root'))
  return pdf.placeOf(catalog?.get('Metadata'))
}

/** Finds an object by the pairs of numbers and offsets at the beginning of an object stream (§7.5.7). */
function placeInStream(head: Buffer, wanted: number): number | undefined {
  const [zero, nine] = [0x30, 0x39]
  let number: number | undefined
  for (let at = 0; at < head.length; at++) {
    if (head[at]! < zero || head[at]! > nine) continue
    let value = 0
    for (; head[at]! >= zero && head[at]! <= nine; at++) value = value * 10 + head[at]! - zero
    if (number === wanted) return value
    number = number === undefined ? value : undefined
  }
  return undefined
}

async function readSection(source: ByteSource, at: number, budget: Budget): Promise<Section> {
  const text = (await source.read(at, trailerBytesMax)).toString('latin1')
  const table = /^\s*xref\s+/.exec(text)
  if (table) return readTable(source, at + table[0].length, budget)
  const head = /^\s*\d+\s+\d+\s+obj/.exec(text)
  if (!head) throw new SyntaxError('There are no cross-references at their place.')
  return readXrefStream(source, text, head[0].length, at, budget)
}

const rowBytes = 20
const rangeBytes = 100

async function readTable(source: ByteSource, start: number, budget: Budget): Promise<Section> {
  const ranges: { first: number; count: number; at: number }[] = []
  let at = start
  for (;;) {
    const head = (await source.read(at, 100)).toString('latin1')
    const range = /^\s*(\d+)\s+(\d+)\s*?\r?\n?(?=\d{10} )/.exec(head) ?? /^\s*(\d+)\s+(0)\s+/.exec(head)
    if (!range) break
    spend(budget, rangeBytes)
    const count = Number(range[2])
    ranges.push({ first: Number(range[1]), count, at: at + range[0].length })
    at += range[0].length + count * rowBytes
  }
  const text = (await source.read(at, trailerBytesMax)).toString('latin1')
  const trailer = /^\s*trailer/.exec(text)
  if (!trailer) throw new SyntaxError('A trailer is missing.')
  const { entries, end } = dictionaryAt(text, trailer[0].length)
  spend(budget, end)
  return {
    trailer: entries,
    async find(number) {
      const range = ranges.find(({ first, count }) => number >= first && number < first + count)
      if (!range) return undefined
      const row = (await source.read(range.at + (number - range.first) * rowBytes, rowBytes)).toString(
        'latin1',
      )
      const [, place, kind] = /^(\d{10}) \d{5} ([nf])/.exec(row) ?? []
      return kind === 'n' ? { at: Number(place) } : undefined
    },
  }
}

async function readXrefStream(
  source: ByteSource,
  text: string,
  start: number,
  at: number,
  budget: Budget,
): Promise<Section> {
  const { entries, end } = dictionaryAt(text, start)
  spend(budget, end)
  if (entries.get('Type') !== '/XRef') throw new SyntaxError('There are no cross-references at their place.')
  const bytes = await unpacked(source, entries, end, text, at, Number(entries.get('Length')), budget)
  const numbers = (value: string | undefined) => (value?.match(/\d+/g) ?? []).map(Number)
  const [kindBytes = 0, placeBytes = 0, extraBytes = 0] = numbers(entries.get('W'))
  const index = numbers(entries.get('Index') ?? `[0 ${entries.get('Size')}]`)
  const each = kindBytes + placeBytes + extraBytes
  if (each === 0 || each > 24) throw new SyntaxError('The cross-references have no columns.')
  const read = (from: number, length: number) => {
    let value = 0
    for (let place = 0; place < length; place++) value = value * 256 + (bytes[from + place] ?? 0)
    return value
  }
  return {
    trailer: entries,
    async find(number) {
      for (let range = 0, row = 0; range + 1 < index.length; row += index[range + 1]!, range += 2) {
        const offset = number - index[range]!
        if (offset < 0 || offset >= index[range + 1]!) continue
        const from = (row + offset) * each
        if (from + each > bytes.length) return undefined
        const kind = kindBytes === 0 ? 1 : read(from, kindBytes)
        const place = read(from + kindBytes, placeBytes)
        if (kind === 1) return { at: place }
        return kind === 2 ? { inStream: place } : undefined
      }
      return undefined
    },
  }
}

function placeOfStream(
  entries: Dictionary['entries'],
  end: number,
  text: string,
  at: number,
  length: number,
): StreamPlace {
  const keyword = /^\s*stream\r?\n/.exec(text.slice(end, end + 100))
  if (!keyword || !(length >= 0)) throw new SyntaxError('A stream is damaged.')
  const filter = (entries.get('Filter') ?? '').replace(/^\[\s*(\S+)\s*\]$/, '$1')
  if (filter !== '' && filter !== '/FlateDecode') throw new SyntaxError('A stream has another filter.')
  return { at: at + end + keyword[0].length, length, isPacked: filter !== '' }
}

async function unpacked(
  source: ByteSource,
  entries: Dictionary['entries'],
  end: number,
  text: string,
  at: number,
  length: number,
  budget: Budget,
): Promise<Buffer> {
  const place = placeOfStream(entries, end, text, at, length)
  if (length > budget.left) throw new SyntaxError('A stream is damaged.')
  const bytes = await source.read(place.at, length)
  if (!place.isPacked) {
    spend(budget, bytes.length)
    return Buffer.from(bytes)
  }
  const plain = await inflate(bytes, { maxOutputLength: Math.max(1, budget.left) }).catch(() => {
    // If a stream is damaged or too large, nothing after it is unpacked.
    budget.left = 0
    throw new SyntaxError('A stream is damaged.')
  })
  spend(budget, plain.length)
  const parameters = entries.get('DecodeParms') ?? ''
  const number = (name: string) => Number(new RegExp(`/${name}\\s+(\\d+)`).exec(parameters)?.[1] ?? 1)
  return number('Predictor') >= 10 ? unpredicted(plain, number('Columns')) : plain
}

/** Undoes PNG's prediction (PNG 3 §9) for rows of bytes. */
function unpredicted(bytes: Buffer, columns: number): Buffer {
  const rows = Math.floor(bytes.length / (columns + 1))
  const output = Buffer.alloc(rows * columns)
  for (let row = 0; row < rows; row++) {
    const from = row * (columns + 1)
    const kind = bytes[from]!
    for (let column = 0; column < columns; column++) {
      const at = row * columns + column
      const left = column > 0 ? output[at - 1]! : 0
      const above = row > 0 ? output[at - columns]! : 0
      let guess = 0
      if (kind === 1) guess = left
      else if (kind === 2) guess = above
      else if (kind === 3) guess = (left + above) >> 1
      else if (kind === 4) guess = paeth(left, above, row > 0 && column > 0 ? output[at - columns - 1]! : 0)
      output[at] = bytes[from + 1 + column]! + guess
    }
  }
  return output
}

function paeth(left: number, above: number, corner: number): number {
  const estimate = left + above - corner
  const a = Math.abs(estimate - left)
  const b = Math.abs(estimate - above)
  const c = Math.abs(estimate - corner)
  if (a <= b && a <= c) return left
  return b <= c ? above : corner
}
