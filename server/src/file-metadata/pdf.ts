import type { ByteSource } from '../images/byte-source.ts'
import { documentXmp, openPdf, type PdfObjects } from '../images/pdf-objects.ts'
import { dictionaryOf, referenceIn, textString } from '../images/pdf-syntax.ts'
import type { Fields } from './fields.ts'
import { ignoreDamage, type Part } from './parts.ts'
import { withWholeTexts } from './unchanged.ts'
import { xmpPacket } from './xmp-packet.ts'

type NewObject = { number: number; generation: number; body: Buffer }

/**
 * Writes a PDF with the fields as XMP and in its information dictionary. They are appended as an incremental update
 * (ISO 32000-1 §7.5.6), so that signed bytes stay unchanged.
 * @throws {SyntaxError} for an encrypted or damaged document.
 */
export async function pdfWith(source: ByteSource, fields: Fields): Promise<Part[]> {
  const pdf = await openPdf(source)
  const { trailer } = pdf
  if (trailer.has('Encrypt')) throw new SyntaxError('The document is encrypted.')
  const root = referenceIn(trailer.get('Root'))
  const catalog = await pdf.dictionary(trailer.get('Root'))
  const size = Number(trailer.get('Size'))
  if (!root || !catalog || !Number.isSafeInteger(size)) throw new SyntaxError('The document has no catalog.')
  const existing = await documentXmp(pdf).catch(ignoreDamage)
  const packet = xmpPacket(fields, { xmp: existing })
  const [metadataNumber, infoNumber] = [size, referenceIn(trailer.get('Info'))?.number ?? size + 1]
  catalog.set('Metadata', `${metadataNumber} 0 R`)
  const info = await infoOf(pdf, withWholeTexts(fields, { xmp: existing }).fields)
  const head = `<< /Type /Metadata /Subtype /XML /Length ${packet.length} >>\nstream\n`
  const objects: NewObject[] = [
    {
      number: metadataNumber,
      generation: 0,
      body: Buffer.concat([Buffer.from(head), packet, Buffer.from('\nendstream')]),
    },
    { ...root, body: Buffer.from(dictionaryOf(catalog), 'latin1') },
    { number: infoNumber, generation: 0, body: Buffer.from(dictionaryOf(info), 'latin1') },
  ]
  const update = appended(pdf, source.size, objects, {
    ...(trailer.has('ID') && { ID: trailer.get('ID')! }),
    Root: trailer.get('Root')!,
    Info: `${infoNumber} 0 R`,
    Size: String(Math.max(size, infoNumber + 1, metadataNumber + 1)),
    Prev: String(pdf.startXref),
  })
  return [{ from: 0, to: source.size }, update]
}

async function infoOf(pdf: PdfObjects, fields: Fields): Promise<Map<string, string>> {
  const info = new Map(await pdf.dictionary(pdf.trailer.get('Info')).catch(ignoreDamage))
  const texts = {
    Title: fields.title,
    Author: fields.creators.join(', '),
    Subject: fields.description,
    Keywords: fields.keywords.join(', '),
  }
  for (const [key, text] of Object.entries(texts))
    if (text) info.set(key, textString(text))
    else info.delete(key)
  return info
}

/** The new objects and their cross-references, in the same form as in the document. */
function appended(
  { isStream, base }: PdfObjects,
  size: number,
  objects: readonly NewObject[],
  trailer: Record<string, string>,
): Buffer {
  const parts: Buffer[] = [Buffer.from('\n')]
  let at = size - base + 1
  const add = (bytes: Buffer) => {
    parts.push(bytes)
    at += bytes.length
  }
  const places: { number: number; generation: number; at: number }[] = []
  for (const { number, generation, body } of objects) {
    places.push({ number, generation, at })
    add(Buffer.concat([Buffer.from(`${number} ${generation} obj\n`), body, Buffer.from('\nendobj\n')]))
  }
  const start = at
  if (isStream) add(xrefStream(places, start, trailer))
  else add(xrefTable(places, trailer))
  add(Buffer.from(`startxref\n${start}\n%%EOF\n`))
  return Buffer.concat(parts)
}

type Placed = { number: number; generation: number; at: number }

function xrefTable(places: readonly Placed[], trailer: Record<string, string>): Buffer {
  const rows = [...places]
    .sort((a, b) => a.number - b.number)
    .map(
      ({ number, generation, at }) =>
        `${number} 1\n${String(at).padStart(10, '0')} ${String(generation).padStart(5, '0')} n \n`,
    )
  return Buffer.from(
    `xref\n${rows.join('')}trailer\n${dictionaryOf(new Map(Object.entries(trailer)))}\n`,
    'latin1',
  )
}

function xrefStream(places: readonly Placed[], start: number, trailer: Record<string, string>): Buffer {
  const number = Math.max(Number(trailer.Size), ...places.map((place) => place.number + 1))
  const all = [...places, { number, generation: 0, at: start }].sort((a, b) => a.number - b.number)
  const rows = Buffer.concat(
    all.map(({ generation, at }) => {
      const row = Buffer.alloc(11)
      row[0] = 1
      row.writeBigUInt64BE(BigInt(at), 1)
      row.writeUInt16BE(generation, 9)
      return row
    }),
  )
  const entries = new Map([
    ['Type', '/XRef'],
    ...Object.entries(trailer),
    ['Size', String(number + 1)],
    ['W', '[1 8 2]'],
    ['Index', `[${all.map((place) => `${place.number} 1`).join(' ')}]`],
    ['Length', String(rows.length)],
  ] as [string, string][])
  return Buffer.concat([
    Buffer.from(`${number} 0 obj\n${dictionaryOf(entries)}\nstream\n`, 'latin1'),
    rows,
    Buffer.from('\nendstream\nendobj\n'),
  ])
}
