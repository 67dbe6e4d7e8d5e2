type Signature = {
  /** The extension of the format (storage/file-formats.ts). */
  extension: string
  isOf(head: Buffer, tail: Buffer): boolean
}

const text = (bytes: Buffer, from: number, to: number) => bytes.toString('latin1', from, to)

/**
 * Formats of design tools and cameras that `file-type` does not know, or confuses with the format that they
 * extend.
 */
export const ownSignatures: readonly Signature[] = [
  // Version 2 is the large document format.
  { extension: 'psb', isOf: (head) => text(head, 0, 6) === '8BPS\0\x02' },
  { extension: 'iiq', isOf: (head) => ['IIII', 'MMMM'].includes(text(head, 8, 12)) && isTiff(head) },
  { extension: 'ase', isOf: (head) => text(head, 0, 4) === 'ASEF' },
  { extension: 'fig', isOf: (head) => text(head, 0, 8) === 'fig-kiwi' || text(head, 0, 8) === 'fig-jam.' },
  // The formats of Designer, Photo and Publisher differ only by their names.
  { extension: 'af', isOf: (head) => text(head, 0, 4) === '\0\xffKA' },
  { extension: 'xd', isOf: (head) => isZip(head) && head.includes('application/vnd.adobe.sparkler.project') },
  { extension: 'emf', isOf: (head) => text(head, 0, 4) === '\x01\0\0\0' && text(head, 40, 44) === ' EMF' },
  { extension: 'wmf', isOf: isWindowsMetafile },
  { extension: 'gpl', isOf: (head) => text(head, 0, 12) === 'GIMP Palette' },
  { extension: 'pfb', isOf: isType1 },
  {
    extension: 'tga',
    isOf: (_, tail) => text(tail, tail.length - 18, tail.length) === 'TRUEVISION-XFILE.\0',
  },
  // Illustrator's own documents are PDFs or PostScript.
  { extension: 'ai', isOf: isIllustrator },
  { extension: 'idml', isOf: (head) => text(head, 30, 100).startsWith(`mimetype${idmlType}`) },
  {
    extension: 'sketch',
    isOf: (head) => isZip(head) && head.includes('document.json') && head.includes('meta.json'),
  },
  // Detected from a stream, without the length of the file.
  {
    extension: 'wav',
    isOf: (head) => ['RF64', 'BW64'].includes(text(head, 0, 4)) && text(head, 8, 12) === 'WAVE',
  },
]

const idmlType = 'application/vnd.adobe.indesign-idml-package'

/**
 * A WMF starts with the header that programs put before it, or as Windows has it in memory ([MS-WMF] §2.3.2).
 */
function isWindowsMetafile(head: Buffer): boolean {
  if (text(head, 0, 4) === '\xd7\xcd\xc6\x9a') return true
  return /^0[12]000900000[13]$/.test(head.toString('hex', 0, 6)) && text(head, 16, 18) === '\0\0'
}

const isZip = (head: Buffer) => text(head, 0, 4) === 'PK\x03\x04'
const isTiff = (head: Buffer) => ['II*\0', 'MM\0*'].includes(text(head, 0, 4))

function isType1(head: Buffer): boolean {
  const start = head[0] === 0x80 && head[1] === 1 ? 6 : 0
  return /^%!(?:PS-AdobeFont|FontType1)-/.test(text(head, start, start + 20))
}

function isIllustrator(head: Buffer): boolean {
  const start = text(head, 0, 11)
  if (start.startsWith('%PDF-')) return head.includes('/AIPrivateData') || head.includes('/AIMetaData')
  return start.startsWith('%!PS-Adobe-') && /^%%Creator: Adobe Illustrator/m.test(text(head, 0, 2_000))
}
