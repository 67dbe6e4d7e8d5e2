import { crc32 } from 'node:zlib'

const lengthBytes = 4
/** Size of the last chunk, IEND, which is empty. */
const endBytes = 12

/**
 * Returns the same image as a different file. A text chunk (PNG, 11.3.3.2) is cheaper than encoding another
 * image.
 */
export function withText(png: Buffer, text: string): Buffer {
  const data = Buffer.from(`tEXtComment\0${text}`)
  const chunk = Buffer.alloc(lengthBytes + data.length + 4)
  chunk.writeUInt32BE(data.length - 4, 0)
  data.copy(chunk, lengthBytes)
  chunk.writeUInt32BE(crc32(data), lengthBytes + data.length)
  const at = png.length - endBytes
  return Buffer.concat([png.subarray(0, at), chunk, png.subarray(at)])
}
