import { randomBytes } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { crc32, deflateSync } from 'node:zlib'

const width = 128
const height = 130
const channels = 3

/** Makes so many different pictures of about 50 kB each in a new directory: noise in PNG, which is quick to make. */
export function makePictures(directory: string, count: number): string[] {
  mkdirSync(directory)
  return Array.from({ length: count }, (_, number) => {
    const file = join(directory, `picture-${String(number).padStart(5, '0')}.png`)
    writeFileSync(file, noise())
    return file
  })
}

/** PNG as its specification has it: a header, rows each with a filter of none, an end. */
function noise(): Buffer {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  // Eight bits of red, green and blue.
  header.set([8, 2, 0, 0, 0], 8)
  const rowBytes = 1 + width * channels
  const rows = randomBytes(height * rowBytes)
  for (let row = 0; row < height; row++) rows[row * rowBytes] = 0
  const data = deflateSync(rows, { level: 0 })
  const signature = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1')
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', data),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(data.length)
  const sum = Buffer.alloc(4)
  sum.writeUInt32BE(crc32(body))
  return Buffer.concat([length, body, sum])
}
