import { createHash } from 'node:crypto'

/** The checksum of an archive covers the name, size and content of each entry, in order. */
export function entryDigest() {
  const all = createHash('sha256')
  return {
    add(name: string, size: number, sha256: string) {
      all.update(`${name} ${size} ${sha256}\n`)
    },
    hex: () => all.copy().digest('hex'),
  }
}

export const sha256Of = (bytes: Uint8Array | string): string =>
  createHash('sha256').update(bytes).digest('hex')
