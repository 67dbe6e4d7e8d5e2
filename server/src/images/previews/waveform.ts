import { type FileHandle, open } from 'node:fs/promises'
import { DecodeError } from '../decode-error.ts'
import { headBytes, riffChunks } from '../riff.ts'
import type { Preview } from '../source.ts'
import { documentOf, element } from './elements.ts'

const width = 1_200
const height = 900
const margin = 80
const bars = 96
const barShare = 0.55
const barHeightMax = 560
const ink = '#17171c'

/** Draws the loudness of a WAV file over time. Undefined for codecs other than PCM. */
export async function previewOfWav(path: string): Promise<Preview | undefined> {
  const peaks = await peaksOf(path, bars)
  if (!peaks) return undefined
  const step = (width - 2 * margin) / bars
  // A quiet recording is as visible as a loud recording, and silence stays flat.
  const loudest = Math.max(...peaks, 0.02)
  const drawn = peaks.map((peak, at) => {
    const size = Math.max(step * barShare, (peak / loudest) * barHeightMax)
    return element('rect', {
      x: (margin + at * step + (step * (1 - barShare)) / 2).toFixed(2),
      y: ((height - size) / 2).toFixed(2),
      width: (step * barShare).toFixed(2),
      height: size.toFixed(2),
      rx: ((step * barShare) / 2).toFixed(2),
      fill: ink,
    })
  })
  return { svg: documentOf(width, height, ...drawn), fonts: [] }
}

type Sound = {
  at: number
  length: number
  frameBytes: number
  /** From -1 to 1. */
  sample(bytes: Buffer, at: number): number
}

/** Number of windows per bar that are read from a long file, which suffices to find the peaks. */
const windowsPerBar = 24
const windowFrames = 1_024

async function peaksOf(path: string, count: number): Promise<number[] | undefined> {
  const file = await open(path, 'r')
  try {
    const sound = await soundIn(file)
    if (!sound) return undefined
    const { at, length, frameBytes, sample } = sound
    const frames = Math.floor(length / frameBytes)
    const framesPerBar = frames / count
    const windows = Math.min(windowsPerBar, Math.max(1, Math.ceil(framesPerBar / windowFrames)))
    const peaks: number[] = []
    for (let bar = 0; bar < count; bar++) {
      let peak = 0
      for (let window = 0; window < windows; window++) {
        const from = Math.floor((bar + window / windows) * framesPerBar)
        const wanted = Math.min(windowFrames, Math.ceil(framesPerBar / windows), frames - from)
        if (wanted <= 0) continue
        const bytes = Buffer.alloc(wanted * frameBytes)
        const { bytesRead } = await file.read(bytes, 0, bytes.length, at + from * frameBytes)
        for (let place = 0; place + frameBytes <= bytesRead; place += frameBytes)
          peak = Math.max(peak, Math.abs(sample(bytes, place)))
      }
      peaks.push(Math.min(1, Number.isFinite(peak) ? peak : 1))
    }
    return peaks
  } finally {
    await file.close()
  }
}

const chunksMax = 1_000

/** Undefined for codecs other than PCM. */
async function soundIn(file: FileHandle): Promise<Sound | undefined> {
  const { size } = await file.stat()
  let format: Buffer | undefined
  for await (const { id, at, length } of riffChunks(file, size, chunksMax)) {
    const begin = at + headBytes
    if (id === 'fmt ') {
      format = Buffer.alloc(Math.min(40, Math.max(16, length)))
      await file.read(format, 0, format.length, begin)
    }
    if (id === 'data') {
      if (!format) throw new DecodeError('damaged')
      // An interrupted recorder leaves a length of 0 or of all ones.
      return soundAs(format, begin, length === 0 ? size - begin : Math.min(length, size - begin))
    }
  }
  throw new DecodeError('damaged')
}

const pcm = 1
const float = 3
const extensible = 0xfffe

function soundAs(format: Buffer, at: number, length: number): Sound | undefined {
  const stated = format.readUInt16LE(0)
  // The first two bytes of the GUID of an extensible format.
  const codec = stated === extensible && format.length >= 26 ? format.readUInt16LE(24) : stated
  const frameBytes = format.readUInt16LE(12)
  const bits = format.readUInt16LE(14)
  const sample = readers[`${codec}/${bits}`]
  if (!sample || frameBytes < bits / 8) return undefined
  return { at, length, frameBytes, sample }
}

const readers: Record<string, Sound['sample']> = {
  [`${pcm}/8`]: (bytes, at) => (bytes[at]! - 128) / 128,
  [`${pcm}/16`]: (bytes, at) => bytes.readInt16LE(at) / 2 ** 15,
  [`${pcm}/24`]: (bytes, at) => bytes.readIntLE(at, 3) / 2 ** 23,
  [`${pcm}/32`]: (bytes, at) => bytes.readInt32LE(at) / 2 ** 31,
  [`${float}/32`]: (bytes, at) => bytes.readFloatLE(at),
  [`${float}/64`]: (bytes, at) => bytes.readDoubleLE(at),
}
