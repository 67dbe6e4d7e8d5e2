/** The records of a zip file (APPNOTE.TXT 6.3.10). Files are stored without compression. */

/** An entry before its bytes. Its size is known, but its checksum is not. */
export type ZipHead = {
  /** With `/` between folders. */
  name: string
  size: number
  modifiedAt: Date
}

export type ZippedEntry = ZipHead & { crc: number; offset: number }

const localSignature = 0x04034b50
const descriptorSignature = 0x08074b50
const centralSignature = 0x02014b50
const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const locator64Signature = 0x07064b50

const version = 20
/** The version that supports Zip64. */
const version64 = 45
/** The upper byte means that the attributes are Unix attributes. */
const madeByUnix = 3 << 8
/** Bit 3 means that checksum and sizes follow the bytes, and bit 11 that names are UTF-8. */
const flags = 0x0808
/** The attributes of a plain file that its owner can write and everyone can read. */
const attributes = (0o100644 << 16) >>> 0
/** From this value on, the 32-bit fields of a zip refer to 64-bit fields. */
const max32 = 0xffffffff
const max16 = 0xffff

const localBytes = 30
const centralBytes = 46
const timestampBytes = 9
const local64Bytes = 20
const endBytes = 22
const end64Bytes = 76

export const isLarge = ({ size }: Pick<ZipHead, 'size'>): boolean => size >= max32

export function localHeader(head: ZipHead): Buffer {
  const name = Buffer.from(head.name)
  const extra = [timestamp(head.modifiedAt), ...(isLarge(head) ? [zip64([0, 0])] : [])]
  const header = Buffer.alloc(localBytes)
  header.writeUInt32LE(localSignature, 0)
  header.writeUInt16LE(isLarge(head) ? version64 : version, 4)
  header.writeUInt16LE(flags, 6)
  writeDosTime(header, head.modifiedAt, 10)
  if (isLarge(head)) {
    header.writeUInt32LE(max32, 18)
    header.writeUInt32LE(max32, 22)
  }
  header.writeUInt16LE(name.length, 26)
  header.writeUInt16LE(lengthOf(extra), 28)
  return Buffer.concat([header, name, ...extra])
}

/** Follows the bytes of an entry. */
export function descriptor({ crc, ...head }: Pick<ZippedEntry, 'crc' | 'size'>): Buffer {
  const record = Buffer.alloc(descriptorBytes(head))
  record.writeUInt32LE(descriptorSignature, 0)
  record.writeUInt32LE(crc, 4)
  if (isLarge(head)) {
    record.writeBigUInt64LE(BigInt(head.size), 8)
    record.writeBigUInt64LE(BigInt(head.size), 16)
  } else {
    record.writeUInt32LE(head.size, 8)
    record.writeUInt32LE(head.size, 12)
  }
  return record
}

const descriptorBytes = (head: Pick<ZipHead, 'size'>) => (isLarge(head) ? 24 : 16)

export function centralHeader({ crc, offset, ...head }: ZippedEntry): Buffer {
  const name = Buffer.from(head.name)
  const isFar = offset >= max32
  const large = [...(isLarge(head) ? [head.size, head.size] : []), ...(isFar ? [offset] : [])]
  const extra = [timestamp(head.modifiedAt), ...(large.length > 0 ? [zip64(large)] : [])]
  const needed = large.length > 0 ? version64 : version
  const header = Buffer.alloc(centralBytes)
  header.writeUInt32LE(centralSignature, 0)
  header.writeUInt16LE(madeByUnix | version64, 4)
  header.writeUInt16LE(needed, 6)
  header.writeUInt16LE(flags, 8)
  writeDosTime(header, head.modifiedAt, 12)
  header.writeUInt32LE(crc, 16)
  header.writeUInt32LE(Math.min(head.size, max32), 20)
  header.writeUInt32LE(Math.min(head.size, max32), 24)
  header.writeUInt16LE(name.length, 28)
  header.writeUInt16LE(lengthOf(extra), 30)
  header.writeUInt32LE(attributes, 38)
  header.writeUInt32LE(isFar ? max32 : offset, 42)
  return Buffer.concat([header, name, ...extra])
}

export type Directory = { count: number; offset: number; size: number }

export function endRecords(directory: Directory): Buffer {
  const { count, offset, size } = directory
  const end = Buffer.alloc(endBytes)
  end.writeUInt32LE(endSignature, 0)
  end.writeUInt16LE(Math.min(count, max16), 8)
  end.writeUInt16LE(Math.min(count, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(offset, max32), 16)
  return needs64(directory) ? Buffer.concat([end64(directory), end]) : end
}

function end64({ count, offset, size }: Directory): Buffer {
  const end = Buffer.alloc(end64Bytes)
  end.writeUInt32LE(end64Signature, 0)
  // The size of the rest of this record.
  end.writeBigUInt64LE(44n, 4)
  end.writeUInt16LE(madeByUnix | version64, 12)
  end.writeUInt16LE(version64, 14)
  end.writeBigUInt64LE(BigInt(count), 24)
  end.writeBigUInt64LE(BigInt(count), 32)
  end.writeBigUInt64LE(BigInt(size), 40)
  end.writeBigUInt64LE(BigInt(offset), 48)
  end.writeUInt32LE(locator64Signature, 56)
  end.writeBigUInt64LE(BigInt(offset + size), 64)
  end.writeUInt32LE(1, 72)
  return end
}

const needs64 = ({ count, offset, size }: Directory) => count >= max16 || size >= max32 || offset >= max32

export function zipSize(files: Iterable<Pick<ZipHead, 'name' | 'size'>>): number {
  const directory = { count: 0, offset: 0, size: 0 }
  for (const { name, size } of files) {
    const names = Buffer.byteLength(name) + timestampBytes
    const large = (isLarge({ size }) ? 16 : 0) + (directory.offset >= max32 ? 8 : 0)
    directory.count++
    directory.size += centralBytes + names + (large > 0 ? large + 4 : 0)
    directory.offset +=
      localBytes + names + (isLarge({ size }) ? local64Bytes : 0) + size + descriptorBytes({ size })
  }
  return directory.offset + directory.size + (needs64(directory) ? end64Bytes : 0) + endBytes
}

/** The extra field with 64-bit values of fields that are too small for them. */
function zip64(values: readonly number[]): Buffer {
  const extra = Buffer.alloc(4 + 8 * values.length)
  extra.writeUInt16LE(1, 0)
  extra.writeUInt16LE(8 * values.length, 2)
  for (const [at, value] of values.entries()) extra.writeBigUInt64LE(BigInt(value), 4 + 8 * at)
  return extra
}

/** The extra field with the time in UTC. The fixed fields have local time, in steps of two seconds. */
function timestamp(at: Date): Buffer {
  const extra = Buffer.alloc(timestampBytes)
  extra.writeUInt16LE(0x5455, 0)
  extra.writeUInt16LE(5, 2)
  extra.writeUInt8(1, 4)
  extra.writeUInt32LE(Math.min(Math.max(0, Math.floor(at.getTime() / 1000)), max32), 5)
  return extra
}

/** Writes the time in MS-DOS format, which covers the years 1980 to 2107. */
function writeDosTime(record: Buffer, at: Date, offset: number) {
  const year = Math.min(Math.max(at.getUTCFullYear() - 1980, 0), 127)
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  record.writeUInt16LE(time, offset)
  record.writeUInt16LE(date, offset + 2)
}

const lengthOf = (parts: readonly Buffer[]) => parts.reduce((sum, { length }) => sum + length, 0)
