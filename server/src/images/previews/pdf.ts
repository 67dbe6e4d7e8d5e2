import sharp from 'sharp'
import { checkBudgets, withinBudget } from '../budget.ts'
import { DecodeError } from '../decode-error.ts'
import type { Box } from '../layout.ts'
import { previewSecondsMax } from '../limits.ts'
import type { Preview } from '../source.ts'
import { memoryOf, type OpenPdf, withPdf } from './pdfium.ts'

export type PdfFacts = {
  pageCount: number | null
  /** The size of the first page as displayed, in points (1/72 inch). */
  page: Box | null
  isEncrypted: boolean
  info: Readonly<Record<'Title' | 'Author' | 'Subject' | 'Keywords' | 'Creator', string>>
}

export async function factsOfPdf(path: string): Promise<PdfFacts> {
  const facts = await withPdf(path, ({ pdfium, document }) => {
    const pageCount = pdfium.FPDF_GetPageCount(document)
    const page = sizeOfPage({ pdfium, document }, 1)
    // An owner's password only restricts printing and copying. The file can be read without the password.
    const isEncrypted = pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0
    const entry = (name: string) => infoOf({ pdfium, document }, name)
    const info = {
      Title: entry('Title'),
      Author: entry('Author'),
      Subject: entry('Subject'),
      Keywords: entry('Keywords'),
      Creator: entry('Creator'),
    }
    return { pageCount, page, isEncrypted, info }
  })
  const info = { Title: '', Author: '', Subject: '', Keywords: '', Creator: '' }
  return facts ?? { pageCount: null, page: null, isEncrypted: true, info }
}

const infoBytesMax = 8_192

function infoOf({ pdfium, document }: OpenPdf, name: string): string {
  const buffer = pdfium.pdfium.wasmExports.malloc(infoBytesMax)
  const length = pdfium.FPDF_GetMetaText(document, name, buffer, infoBytesMax)
  // UTF-16 with a final zero. A longer text is not moved.
  if (length <= 2 || length > infoBytesMax) return ''
  return Buffer.from(memoryOf(pdfium.pdfium), buffer, length - 2).toString('utf16le')
}

/**
 * One page, at any size. Undefined for a document that needs a password.
 * @param page from 1.
 */
export async function previewOfPdf(path: string, page: number): Promise<Preview | undefined> {
  const size = await withPdf(path, (pdf) => sizeOfPage(pdf, page))
  if (size === undefined) return undefined
  if (size === null) throw new DecodeError('damaged')
  return {
    ...size,
    drawing: { bytes: 0 },
    async open(box) {
      const budget = { cpuSeconds: previewSecondsMax, bytes: Infinity }
      const data = await withinBudget(budget, async () => withPdf(path, (pdf) => pixelsOf(pdf, page, box)))
      return sharp(data!, { raw: { ...box, channels: 4 } })
    },
  }
}

/** @returns null if the page does not exist or cannot be read. */
function sizeOfPage({ pdfium, document }: OpenPdf, number: number): Box | null {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  if (page === 0) return null
  const [width, height] = [pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page)]
  return width > 0 && height > 0 ? { width, height } : null
}

const white = 0xffffffff
/** FPDF_ANNOT, and FPDF_REVERSE_BYTE_ORDER: red, green, blue, alpha. */
const withAnnotationsAsRgba = 0x01 | 0x10

function pixelsOf({ pdfium, document }: OpenPdf, number: number, { width, height }: Box): Buffer {
  const page = pdfium.FPDF_LoadPage(document, number - 1)
  const bitmap = pdfium.FPDFBitmap_Create(width, height, 0)
  if (page === 0 || bitmap === 0) throw new DecodeError('damaged')
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, white)
  draw(pdfium, bitmap, page, { width, height })
  const buffer = pdfium.FPDFBitmap_GetBuffer(bitmap)
  // Copied, because the engine and its memory are freed.
  return Buffer.from(new Uint8Array(memoryOf(pdfium.pdfium), buffer, width * height * 4).slice())
}

/** IFSDK_PAUSE: a version, a function and its argument, 4 bytes each. */
const pauseBytes = 12
/** FPDF_RenderPage_Continue: there is more to draw. */
const toBeContinued = 1

/** The engine regularly asks whether it should pause, and the budget is checked then. */
function draw(pdfium: OpenPdf['pdfium'], bitmap: number, page: number, { width, height }: Box) {
  const pause = pdfium.pdfium.wasmExports.malloc(pauseBytes)
  const goOn = () => {
    checkBudgets()
    return 0
  }
  for (const [at, value] of [1, pdfium.pdfium.addFunction(goOn, 'ii'), 0].entries())
    pdfium.pdfium.setValue(pause + 4 * at, value, 'i32')
  const box = [0, 0, width, height, 0] as const
  let state = pdfium.FPDF_RenderPageBitmap_Start(bitmap, page, ...box, withAnnotationsAsRgba, pause)
  while (state === toBeContinued) state = pdfium.FPDF_RenderPage_Continue(page, pause)
}
