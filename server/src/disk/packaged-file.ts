import { existsSync, readFileSync } from 'node:fs'
import { brotliDecompressSync } from 'node:zlib'

/** A file of a package. A release may contain it in compressed form (scripts/release/tree.ts). */
export function packagedFile(url: URL): Buffer {
  const packed = new URL(`${url}.br`)
  return existsSync(url) ? readFileSync(url) : brotliDecompressSync(readFileSync(packed))
}
