import { type FileHandle, open } from 'node:fs/promises'

/**
 * What audio and video containers state in their headers: seconds, and the pixel size of a video. Missing
 * values are null.
 */
export type Media = { duration?: number | null; width?: number | null; height?: number | null }

/** Maximum number of boxes or chunks to read. */
const stepsMax = 1_000
const moovBytesMax = 16 * 1024 ** 2

export async function mediaOf(path: string, mimeType: string): Promise<Media> {
  const file = await open(path, 'r')
  try {
    if (mimeType === 'audio/wav') return await wav(file)
    if (['video/mp4', 'video/quicktime', 'audio/mp4'].includes(mimeType)) return await mp4(file)
    return {}
  } catch {
    // A truncated container, or one with wrong lengths: it is kept, without these values.
    return {}
  } finally {
    await file.close()
  }
}

async function read(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { bytesRead, buffer } = await file.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new Error('The file ends early')
  return buffer
}

/**
 * RIFF: chunks of an ID, a length and the bytes. The duration is the bytes of sound divided by the bytes per
 * second.
 */
async function wav(file: FileHandle): Promise<Media> {
  let bytesPerSecond = 0
  for (let at = 12, step = 0; step < stepsMax; step++) {
    const head = await read(file, at, 8)
    const length = head.readUInt32LE(4)
    const id = head.toString('latin1', 0, 4)
    if (id === 'fmt ') bytesPerSecond = (await read(file, at + 8, 16)).readUInt32LE(8)
    if (id === 'data') return bytesPerSecond > 0 ? { duration: rounded(length / bytesPerSecond) } : {}
    at += 8 + length + (length % 2)
  }
  return {}
}

/** ISO 14496-12: `moov/mvhd` has the duration, `moov/trak/tkhd` the size of each track. */
async function mp4(file: FileHandle): Promise<Media> {
  const { size } = await file.stat()
  for (let at = 0, step = 0; at + 8 <= size && step < stepsMax; step++) {
    const head = await read(file, at, Math.min(16, size - at))
    const short = head.readUInt32BE(0)
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short === 0 ? size - at : short
    if (length < 8) return {}
    if (head.toString('latin1', 4, 8) === 'moov') {
      if (length > moovBytesMax) return {}
      return ofMovie(await read(file, at + 8, length - 8))
    }
    at += length
  }
  return {}
}

function ofMovie(moov: Buffer): Media {
  const header = boxes(moov).find(({ type }) => type === 'mvhd')?.body
  const tracks = boxes(moov)
    .filter(({ type }) => type === 'trak')
    .map(({ body }) => boxes(body).find(({ type }) => type === 'tkhd')?.body)
  const sizes = tracks.map((track) => track && sizeOfTrack(track))
  const size = sizes.find((one) => one && one.width > 0 && one.height > 0)
  return { duration: header ? durationOf(header) : null, ...size }
}

function durationOf(header: Buffer): number | null {
  const isLong = header[0] === 1
  const scale = header.readUInt32BE(isLong ? 20 : 12)
  const units = isLong ? Number(header.readBigUInt64BE(24)) : header.readUInt32BE(16)
  return scale > 0 ? rounded(units / scale) : null
}

/**
 * The last two fields, as 16.16 fixed point. A rotated video has b and c set in its matrix, and a and d not.
 */
function sizeOfTrack(header: Buffer) {
  const end = header[0] === 1 ? 96 : 84
  const [width, height] = [header.readUInt32BE(end - 8) >> 16, header.readUInt32BE(end - 4) >> 16]
  const isTurned = header.readInt32BE(end - 44) === 0 && header.readInt32BE(end - 40) !== 0
  return isTurned ? { width: height, height: width } : { width, height }
}

function boxes(parent: Buffer) {
  const found: { type: string; body: Buffer }[] = []
  for (let at = 0; at + 8 <= parent.length && found.length < stepsMax; ) {
    const length = parent.readUInt32BE(at)
    if (length < 8) break
    found.push({
      type: parent.toString('latin1', at + 4, at + 8),
      body: parent.subarray(at + 8, at + length),
    })
    at += length
  }
  return found
}

const rounded = (seconds: number) => Math.round(seconds * 1000) / 1000
