import { createHash } from 'node:crypto'
import { endOf, headerOf, type Ref } from './file.ts'
import { type Conformance, infoOf, xmpOf } from './metadata.ts'

/**
 * Joins PDFs that file.ts wrote into one, while it is sent. Objects that several files contain, such as fonts,
 * profiles and images, are written once. Only one file at a time is in memory, and about 100 bytes for each
 * object that was written. Output intents and language are taken from the first file. The result conforms
 * to a standard only if every file does.
 */
export async function* joinPdfs(
  files: AsyncIterable<Buffer>,
  { title, date }: { title: string; date: Date },
): AsyncGenerator<Buffer> {
  const out = newOutput()
  const parent = out.reserve()
  const pages: Ref[] = []
  let catalog = ''
  let conformance: Conformance | undefined
  for await (const bytes of files) {
    const file = readPdf(bytes)
    const copier = copierTo(out, file, parent)
    pages.push(...file.pages.map(copier.page))
    if (conformance === undefined) catalog = copier.withNewNumbers(keptOf(file.catalog))
    const found = conformanceOf(file)
    conformance = conformance === undefined || conformance === found ? found : 'none'
    yield* out.takeWritten()
  }
  const description = { title, date, conformance: conformance ?? 'none' }
  out.set(
    parent,
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
  )
  const info = infoOf(out, description)
  const metadata = xmpOf(out, description, out.digest())
  const root = out.add(`<</Type/Catalog/Pages ${parent} 0 R/Metadata ${metadata} 0 R${catalog}>>`)
  out.end(root, info)
  yield* out.takeWritten()
}

/** An object: its value or dictionary, and the stream after it, which may be empty. */
type PdfObject = { value: string; stream: Buffer }

type PdfContent = {
  objectAt(number: number): PdfObject
  pages: number[]
  catalog: string
  info: string
}

/** Reads a file as file.ts writes it: a table of all objects at the end, and no updates. */
function readPdf(bytes: Buffer): PdfContent {
  const tail = bytes.toString('latin1', bytes.lastIndexOf('trailer\n'))
  const numberIn = (pattern: RegExp, text: string) => Number(pattern.exec(text)?.[1] ?? malformed())
  const offsets = offsetsIn(bytes, numberIn(/startxref\n(\d+)\n/, tail), numberIn(/\/Size (\d+)/, tail))
  const objectAt = (number: number): PdfObject => {
    const start = bytes.indexOf('\n', offsets[number] ?? malformed()) + 1
    const end = (offsets[number + 1] ?? malformed()) - '\nendobj\n'.length
    const head = bytes.indexOf('\nstream\n', start)
    const split = head === -1 || head > end ? end : head
    return { value: bytes.toString('latin1', start, split), stream: bytes.subarray(split, end) }
  }
  const catalog = objectAt(numberIn(/\/Root (\d+) 0 R/, tail)).value
  const tree = objectAt(numberIn(/\/Pages (\d+) 0 R/, catalog)).value
  const kids = /\/Kids\[([\d R]*)\]/.exec(tree)?.[1] ?? malformed()
  const pages = [...kids.matchAll(/(\d+) 0 R/g)].map(([, number]) => Number(number))
  return { objectAt, pages, catalog, info: objectAt(numberIn(/\/Info (\d+) 0 R/, tail)).value }
}

/** The position of each object by its number, followed by the position of the table. */
function offsetsIn(bytes: Buffer, tableAt: number, size: number): (number | undefined)[] {
  const entryLength = 20
  const first = bytes.indexOf('\n', bytes.indexOf('\n', tableAt) + 1) + 1
  const offsets: (number | undefined)[] = [undefined]
  for (let number = 1; number < size; number++)
    offsets.push(
      Number(bytes.toString('latin1', first + number * entryLength, first + number * entryLength + 10)),
    )
  return [...offsets, tableAt]
}

function malformed(): never {
  throw new Error('A PDF to be joined was not written by this version.')
}

/** Matches references, and literal strings, in which nothing is replaced. */
const references = /\((?:\\.|[^\\()])*\)|\b(\d+) 0 R\b/g

/** Copies the objects of one file, each with the objects that it refers to. */
function copierTo(out: Output, file: PdfContent, parent: Ref) {
  const copied = new Map<number, Ref>()

  const withNewNumbers = (value: string): string =>
    value.replace(references, (all, number) => (number === undefined ? all : `${copy(Number(number))} 0 R`))

  function copy(number: number): Ref {
    const known = copied.get(number)
    if (known !== undefined) return known
    const { value, stream } = file.objectAt(number)
    const ref = out.addOnce(withNewNumbers(value), stream)
    copied.set(number, ref)
    return ref
  }

  /** A page refers to its parent and is a separate object even if another page is identical. */
  function page(number: number): Ref {
    const [before, after] = file.objectAt(number).value.split(/\/Parent \d+ 0 R/)
    if (after === undefined) return malformed()
    return out.add(`${withNewNumbers(before!)}/Parent ${parent} 0 R${withNewNumbers(after)}`)
  }

  return { page, withNewNumbers }
}

/** The parts of a catalog that the joined file keeps. */
const keptOf = (catalog: string) =>
  (/\/OutputIntents\[.*?>>\]/s.exec(catalog)?.[0] ?? '') + (/\/Lang\([\w-]*\)/.exec(catalog)?.[0] ?? '')

function conformanceOf({ catalog, info }: PdfContent): Conformance {
  if (info.includes('/GTS_PDFXVersion')) return 'PDF/X-4'
  return catalog.includes('/S/GTS_PDFA1') ? 'PDF/A-2b' : 'none'
}

type Output = ReturnType<typeof newOutput>

const offsetMax = 9_999_999_999

function newOutput() {
  let written: Buffer[] = [headerOf('1.7')]
  let at = written[0]!.length
  const offsets: number[] = []
  const known = new Map<string, Ref>()
  const content = createHash('sha256')

  const push = (bytes: Buffer) => {
    written.push(bytes)
    at += bytes.length
  }
  const reserve = () => offsets.push(0) as Ref
  const write = (ref: Ref, parts: readonly Buffer[]) => {
    if (at > offsetMax) throw new RangeError('A PDF must not be larger than 10 GB.')
    offsets[ref - 1] = at
    push(Buffer.from(`${ref} 0 obj\n`))
    for (const part of parts) push(part)
    push(Buffer.from('\nendobj\n'))
  }
  const set = (ref: Ref, value: string) => write(ref, [Buffer.from(value, 'latin1')])
  const add = (value: string) => {
    const ref = reserve()
    set(ref, value)
    return ref
  }

  return {
    reserve,
    set,
    add,
    /** Adds an object unless an identical object was added with this method. */
    addOnce(value: string, stream: Buffer): Ref {
      const head = Buffer.from(value, 'latin1')
      const digest = createHash('sha256').update(head).update(stream).digest('base64')
      const earlier = known.get(digest)
      if (earlier !== undefined) return earlier
      const ref = reserve()
      write(ref, [head, stream])
      known.set(digest, ref)
      content.update(digest)
      return ref
    },
    addStream(dictionary: string, data: Uint8Array | string): Ref {
      const bytes = typeof data === 'string' ? Buffer.from(data, 'latin1') : Buffer.from(data)
      const ref = reserve()
      write(ref, [
        Buffer.from(`<<${dictionary}/Length ${bytes.length}>>\nstream\n`, 'latin1'),
        bytes,
        Buffer.from('\nendstream'),
      ])
      return ref
    },
    /** The digest of the objects that were added once. */
    digest: () => content.copy().digest('hex'),
    end(root: Ref, info: Ref) {
      push(endOf(offsets, at, content.copy().digest('hex').slice(0, 32), root, info))
    },
    takeWritten(): Buffer[] {
      const taken = written
      written = []
      return taken
    },
  }
}
