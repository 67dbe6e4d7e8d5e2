import { closeSync, fstatSync, openSync, readSync } from 'node:fs'
import { init, type WrappedPdfiumModule } from '@embedpdf/pdfium'
import { engineFile, type WasmMemory, webAssembly } from '../../disk/web-assembly.ts'
import { checkBudgets } from '../budget.ts'
import { DecodeError } from '../decode-error.ts'

/** An open document. Its numbers are pointers to the memory of the engine. */
export type OpenPdf = { pdfium: WrappedPdfiumModule; document: number }

/** FPDF_GetLastError: the document has a password. */
const passwordError = 4
/** FPDF_FILEACCESS: the length, a function and its argument, 4 bytes each. */
const fileAccessBytes = 12

let compiled: Promise<object> | undefined

/**
 * Creates an engine for each file, because an engine that has failed may have damaged memory, and no file
 * must see the memory of another file.
 */
async function newEngine(): Promise<WrappedPdfiumModule> {
  compiled ??= webAssembly.compile(engineFile('@embedpdf/pdfium/pdfium.wasm'))
  const module = await compiled
  const pdfium = await init({
    instantiateWasm(imports: object, receive: (instance: object) => void) {
      void webAssembly.instantiate(module, imports).then(receive)
      return {}
    },
    print() {},
    printErr() {},
  } as Parameters<typeof init>[0])
  pdfium.PDFiumExt_Init()
  return pdfium
}

/**
 * Opens a PDF and passes it to `work`. The engine reads the file in parts, so a large file takes no more
 * memory than a small file.
 * @returns undefined for a document that needs a password.
 * @throws {DecodeError} `damaged` if the document cannot be read.
 */
export async function withPdf<Result>(
  path: string,
  work: (pdf: OpenPdf) => Result | Promise<Result>,
): Promise<Result | undefined> {
  const pdfium = await newEngine()
  const file = openSync(path, 'r')
  try {
    const document = open(pdfium, file)
    if (document !== 0) return await work({ pdfium, document })
    if (pdfium.FPDF_GetLastError() === passwordError) return undefined
    throw new DecodeError('damaged')
  } catch (error) {
    // A trap, or a lack of memory, in WebAssembly is an error of the file.
    throw error instanceof webAssembly.RuntimeError || error instanceof RangeError
      ? new DecodeError('damaged')
      : error
  } finally {
    closeSync(file)
  }
}

function open({ pdfium, FPDF_LoadCustomDocument }: WrappedPdfiumModule, file: number): number {
  const read = (_: number, position: number, buffer: number, length: number) => {
    checkBudgets()
    const bytes = new Uint8Array(memoryOf(pdfium), buffer, length)
    return readSync(file, bytes, 0, length, position >>> 0) === length ? 1 : 0
  }
  const access = pdfium.wasmExports.malloc(fileAccessBytes)
  pdfium.setValue(access, fstatSync(file).size, 'i32')
  pdfium.setValue(access + 4, pdfium.addFunction(read, 'iiiii'), 'i32')
  pdfium.setValue(access + 8, 0, 'i32')
  return FPDF_LoadCustomDocument(access, '')
}

/** The memory of the module. The buffer is replaced whenever the memory grows. */
export const memoryOf = (pdfium: WrappedPdfiumModule['pdfium']): ArrayBuffer =>
  (pdfium.wasmExports as unknown as { memory: WasmMemory }).memory.buffer
