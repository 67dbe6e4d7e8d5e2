import { readFile, stat } from 'node:fs/promises'
import { createRequire } from 'node:module'
import sharp from 'sharp'
import { engineFile } from '../../disk/web-assembly.ts'
import { DecodeError } from '../decode-error.ts'
import { pixelsMax } from '../limits.ts'
import type { Preview } from '../source.ts'

/** Maximum size of a file, which is read as a whole. A photo from a phone has 2 to 10 MB. */
const heicBytesMax = 128 * 1024 ** 2

type Libheif = { HeifDecoder: new () => { decode(bytes: Uint8Array): HeifImage[] } }
type HeifImage = {
  get_width(): number
  get_height(): number
  display(
    pixels: { data: Uint8ClampedArray; width: number; height: number },
    done: (shown: unknown) => void,
  ): void
  free(): void
}

/** Creates an engine for each file, so that no file can see the memory of another. */
async function newEngine(): Promise<Libheif> {
  const require = createRequire(import.meta.url)
  const open = require('libheif-js/libheif-wasm/libheif.js') as (
    options: object,
  ) => Libheif | Promise<Libheif>
  const wasmBinary = engineFile('libheif-js/libheif-wasm/libheif.wasm')
  return open({ wasmBinary, print() {}, printErr() {} })
}

/** The primary image of a HEIC file, upright. */
export async function previewOfHeic(path: string): Promise<Preview> {
  if ((await stat(path)).size > heicBytesMax) throw new DecodeError('too_complex')
  const { data, width, height } = await decode(await readFile(path))
  return { width, height, open: () => sharp(data, { raw: { width, height, channels: 4 } }) }
}

async function decode(bytes: Buffer) {
  const { HeifDecoder } = await newEngine()
  const [image] = withoutLog(() => new HeifDecoder().decode(bytes))
  if (!image) throw new DecodeError('damaged')
  const [width, height] = [image.get_width(), image.get_height()]
  if (width * height > pixelsMax) throw new DecodeError('too_many_pixels')
  if (!(width > 0 && height > 0)) throw new DecodeError('damaged')
  const data = new Uint8ClampedArray(width * height * 4)
  const shown = await new Promise((resolve) => image.display({ data, width, height }, resolve))
  if (!shown) throw new DecodeError('damaged')
  return { data, width, height }
}

/** The library reports damaged files on the console, which is the server's log. */
function withoutLog<Result>(work: () => Result): Result {
  const { log } = console
  console.log = () => {}
  try {
    return work()
  } finally {
    console.log = log
  }
}
