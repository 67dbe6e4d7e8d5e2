import { crc32 } from 'node:zlib'

const signatures = { file: 0x04034b50, entry: 0x02014b50 }

/**
 * The files of an uncompressed zip, from its central directory (APPNOTE 4.3), independent of the portal's zip
 * code.
 */
export function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  if (end < 0) throw new Error('No zip.')
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let left = zip.readUInt16LE(end + 10); left > 0; left--) {
    if (zip.readUInt32LE(at) !== signatures.entry) throw new Error('No entry where one must be.')
    const [method, checksum, size] = [
      zip.readUInt16LE(at + 10),
      zip.readUInt32LE(at + 16),
      zip.readUInt32LE(at + 24),
    ]
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((field) => zip.readUInt16LE(at + field))
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength!)
    const file = zip.readUInt32LE(at + 42)
    if (method !== 0 || zip.readUInt32LE(file) !== signatures.file) throw new Error(`${name} is not stored.`)
    const start = file + 30 + zip.readUInt16LE(file + 26) + zip.readUInt16LE(file + 28)
    const content = zip.subarray(start, start + size)
    if (crc32(content) !== checksum) throw new Error(`${name} is broken.`)
    files.set(name, content)
    at += 46 + nameLength! + extraLength! + commentLength!
  }
  return files
}
