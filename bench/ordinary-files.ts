import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import sharp from 'sharp'

/** Photos of cameras and phones, by their width in pixels. The largest has 12 megapixels. */
const photoWidths = [1_632, 2_048, 2_592, 3_264, 4_000]
/** The numbers of photos, logos and documents in 20 files. */
const share = { photos: 16, logos: 3, documents: 1 }

/**
 * Creates different files of a brand library in a new directory: JPEG photos of 2 to 12 megapixels, PNG logos
 * and PDF documents.
 */
export async function makeOrdinaryFiles(directory: string, count: number): Promise<string[]> {
  mkdirSync(directory)
  const photos = await Promise.all(photoWidths.map(photo))
  const logos = await Promise.all([1_200, 2_400].map(logo))
  return Array.from({ length: count }, (_, number) => {
    const place = number % 20
    const [bytes, extension] =
      place < share.photos
        ? [withComment(photos[number % photos.length]!), 'jpg']
        : place < share.photos + share.logos
          ? [Buffer.concat([logos[number % logos.length]!, randomBytes(8)]), 'png']
          : [document(`Report ${number}`), 'pdf']
    const file = join(directory, `file-${String(number).padStart(5, '0')}.${extension}`)
    writeFileSync(file, bytes)
    return file
  })
}

/** Soft shapes with the noise of a sensor, which compress like a photo: 0.3 bytes per pixel. */
async function photo(width: number): Promise<Buffer> {
  const height = Math.round((width * 3) / 4)
  const shapes = await sharp(randomBytes(32 * 24 * 3), { raw: { width: 32, height: 24, channels: 3 } })
    .resize(width, height, { kernel: 'cubic' })
    .png({ compressionLevel: 0 })
    .toBuffer()
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 9 }
  const grain = await sharp({ create: { width, height, channels: 3, background: '#888', noise } })
    .png({ compressionLevel: 0 })
    .toBuffer()
  return sharp(shapes)
    .composite([{ input: grain, blend: 'soft-light' }])
    .removeAlpha()
    .jpeg({ quality: 88 })
    .toBuffer()
}

/** Makes the file different from the others, with a comment after its first marker. */
function withComment(jpeg: Buffer): Buffer {
  const comment = Buffer.from(randomBytes(8).toString('hex'))
  const segment = Buffer.from([0xff, 0xfe, 0, comment.length + 2])
  return Buffer.concat([jpeg.subarray(0, 2), segment, comment, jpeg.subarray(2)])
}

/** A logo with transparency. */
function logo(width: number): Promise<Buffer> {
  const shapes = `<circle cx="150" cy="150" r="130" fill="#0a5"/><path d="M60 220L150 40L240 220Z" fill="#fc3"/>
    <rect x="330" y="90" width="420" height="60" rx="20" fill="#123"/><rect x="330" y="180" width="260" height="30" fill="#678"/>`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 800 300" width="${width}">${shapes}</svg>`
  return sharp(Buffer.from(svg)).png().toBuffer()
}

/** A PDF of three pages of text. */
function document(title: string): Buffer {
  const rows = Array.from(
    { length: 50 },
    (_, row) => `(${title}, row ${row}: the quick brown fox jumps.) Tj T*`,
  )
  const content = `BT /F1 11 Tf 14 TL 60 780 Td ${rows.join('\n')} ET`
  const pages = [4, 5, 6]
  const objects = [
    '<</Type/Catalog/Pages 2 0 R>>',
    `<</Type/Pages/Count ${pages.length}/Kids[${pages.map((page) => `${page} 0 R`).join(' ')}]>>`,
    '<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>',
    ...pages.map(
      () =>
        '<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 7 0 R/Resources<</Font<</F1 3 0 R>>>>>>',
    ),
    `<</Length ${content.length}>>\nstream\n${content}\nendstream`,
  ]
  let text = '%PDF-1.4\n'
  const offsets = objects.map((object, at) => {
    const offset = text.length
    text += `${at + 1} 0 obj\n${object}\nendobj\n`
    return offset
  })
  const rowsOfTable = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`)
  const size = objects.length + 1
  return Buffer.from(
    `${text}xref\n0 ${size}\n0000000000 65535 f \n${rowsOfTable.join('')}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${text.length}\n%%EOF\n`,
  )
}
