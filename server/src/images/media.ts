import { type FileHandle, open } from 'node:fs/promises'
import type { MediaInfo, MediaInfoResult } from 'mediainfo.js'
import type { Embedded } from '../db/schema.ts'
import { headBytes, riffChunks } from './riff.ts'

/** Unknown values are null. */
export type Media = {
  /** Seconds. */
  duration: number | null
  /** Pixels, after rotation. Null for audio. */
  width: number | null
  height: number | null
  /** Undefined if no track was found. */
  hasVideo: boolean | undefined
  embedded: Pick<Embedded, 'video' | 'audio'>
}

/**
 * Maximum duration in seconds. A larger value stands for an unknown length, because no recording is longer.
 */
const durationMax = 1_000_000

let reader: Promise<MediaInfo<'object'>> | undefined

/** Loads the library, which is WebAssembly, for the first such file of the process. */
function openReader() {
  reader ??= import('mediainfo.js').then(({ default: mediaInfoFactory }) =>
    mediaInfoFactory({ format: 'object', full: true }),
  )
  return reader
}

/** Reads the facts of an audio or video file. A damaged file has no facts. */
export async function mediaOf(path: string): Promise<Media> {
  const file = await open(path, 'r')
  try {
    const { size } = await file.stat()
    const lengths = await unknownLengths(file, size)
    const read = async (length: number, at: number) => {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, at)
      const bytes = buffer.subarray(0, bytesRead)
      for (const { at: place, value } of lengths)
        if (place >= at && place + 4 <= at + bytesRead) bytes.writeUInt32LE(value, place - at)
      return bytes
    }
    return factsOf(await (await openReader()).analyzeData(size, read))
  } catch {
    return { duration: null, width: null, height: null, hasVideo: undefined, embedded: {} }
  } finally {
    await file.close()
  }
}

type Length = { at: number; value: number }
const chunksMax = 100

/**
 * Whether a WAV has no known length. When a WAV is written to a pipe, the header contains all ones or zero.
 */
async function unknownLengths(file: FileHandle, size: number): Promise<Length[]> {
  const { buffer: riff } = await file.read(Buffer.alloc(12), 0, 12, 0)
  if (riff.toString('latin1', 0, 4) !== 'RIFF' || riff.toString('latin1', 8) !== 'WAVE') return []
  for await (const { id, at, length } of riffChunks(file, size, chunksMax)) {
    if (id !== 'data') continue
    const value = size - at - headBytes
    const isUnknown = length > value || (length === 0 && value > 0)
    if (!isUnknown) return []
    return [
      { at: 4, value: size - headBytes },
      { at: at + 4, value },
    ]
  }
  return []
}

function factsOf({ media }: MediaInfoResult): Media {
  const tracks = media?.track ?? []
  const general = tracks.find((track) => track['@type'] === 'General')
  const video = tracks.find((track) => track['@type'] === 'Video')
  const audio = tracks.find((track) => track['@type'] === 'Audio')
  // For audio alone, the track has the exact duration, and the container has an estimate.
  const timed = audio && !video ? audio : general
  const duration = Number(timed?.Duration ?? general?.Duration)
  const [width, height] = [positive(video?.Width), positive(video?.Height)]
  const isTurned = Math.round(Number(video?.Rotation ?? 0) / 90) % 2 !== 0
  return {
    duration: duration > 0 && duration < durationMax ? Math.round(duration * 1_000) / 1_000 : null,
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    hasVideo: video || audio ? video !== undefined : undefined,
    embedded: {
      ...(video && { video: { ...codec(video.Format), ...rate(video.FrameRate) } }),
      ...(audio && {
        audio: {
          ...codec(audio.Format),
          ...(positive(audio.Channels) && { channels: positive(audio.Channels)! }),
          ...(positive(audio.SamplingRate) && { sample_rate: positive(audio.SamplingRate)! }),
        },
      }),
    },
  }
}

const codecLengthMax = 40
const codec = (format: string | undefined) => (format ? { codec: format.slice(0, codecLengthMax) } : {})

const rate = (frameRate: number | undefined) =>
  Number(frameRate) > 0 ? { frame_rate: Math.round(Number(frameRate) * 1_000) / 1_000 } : {}

const positive = (value: unknown): number | null => {
  const number = Math.round(Number(value))
  return number > 0 ? number : null
}
