// Engines: embedded
// Metadata of audio and video: duration, size and tracks, from the file's headers or its content.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { newId } from '../src/ids.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { aiff, flac, mp3, mp4, opus, vorbis, wav, webm } from './support/media.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-media-'))
const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 1))
after(async () => {
  await decoder.close()
  await rm(directory, { recursive: true })
})

async function inspected(bytes: Buffer) {
  const path = join(directory, newId())
  await writeFile(path, bytes)
  return decoder.inspect(newId(), path)
}

const pcm = { format: 1, rate: 8_000, bytesPerSecond: 8_000, blockAlign: 1, bits: 8 }
const adpcm = { format: 2, rate: 8_000, bytesPerSecond: 4_096, blockAlign: 256, bits: 4 }
const video = { width: 640, height: 360 }
const unknown = 0xffffffff

const sounds: [what: string, bytes: Buffer, mimeType: string, seconds: number | null][] = [
  ['a WAV', wav({ ...pcm, data: 24_000 }), 'audio/wav', 3],
  ['a WAV from a pipe', wav({ ...pcm, data: 24_000, isPiped: true }), 'audio/wav', 3],
  ['a WAV in ADPCM', wav({ ...adpcm, data: 8_192, samples: 16_000 }), 'audio/wav', 2],
  ['an AIFF', aiff(1), 'audio/aiff', 1],
  ['an MP3 without a header', mp3(100), 'audio/mpeg', 2.612],
  ['a FLAC', flac(4), 'audio/flac', 4],
  ['an Ogg with Vorbis', vorbis(3), 'audio/ogg', 3],
  [
    'an MPEG-4 with sound alone, of the brand mp42',
    mp4({ brand: 'mp42', duration: 2_000, samples: 20 }),
    'audio/mp4',
    2,
  ],
  ['a WebM with sound alone', webm(5), 'audio/webm', 5],
]
for (const [what, bytes, mimeType, seconds] of sounds)
  test(`${what} has its length`, async () => {
    const { kind, mimeType: found, duration, width, height } = await inspected(bytes)
    assert.deepEqual([kind, found, duration, width, height], ['audio', mimeType, seconds, null, null])
  })

test('an Opus file has its duration, except for the part that decoders skip', async () => {
  const { duration } = await inspected(opus(3))
  assert.ok(Math.abs(duration! - 3) < 0.01, `${duration}`)
})

const films: [what: string, bytes: Buffer, mimeType: string, seconds: number | null][] = [
  ['an MPEG-4', mp4({ duration: 2_000, samples: 20, video }), 'video/mp4', 2],
  ['a fragmented MPEG-4', mp4({ duration: 0, samples: 20, video, isFragmented: true }), 'video/mp4', 2],
  [
    'an MPEG-4 of unknown length in its header',
    mp4({ duration: unknown, samples: 20, video }),
    'video/mp4',
    2,
  ],
  [
    'an MPEG-4 of unknown length everywhere',
    mp4({ duration: unknown, trackDuration: unknown, samples: 20, video }),
    'video/mp4',
    null,
  ],
  ['a QuickTime film', mp4({ brand: 'qt', duration: 2_000, samples: 20, video }), 'video/quicktime', 2],
  ['a WebM', webm(5, video), 'video/webm', 5],
  ['a WebM that says no length', webm(undefined, video), 'video/webm', null],
]
for (const [what, bytes, mimeType, seconds] of films)
  test(`${what} has its length and size`, async () => {
    const { kind, mimeType: found, duration, width, height } = await inspected(bytes)
    assert.deepEqual([kind, found, duration, width, height], ['video', mimeType, seconds, 640, 360])
  })

test('codecs, channels and frame rate are embedded facts', async () => {
  const { embedded: film } = await inspected(mp4({ duration: 2_000, samples: 20, video }))
  assert.deepEqual(film, { video: { codec: 'AVC', frame_rate: 10 } })
  const { embedded: tone } = await inspected(wav({ ...pcm, data: 24_000 }))
  assert.deepEqual(tone, { audio: { codec: 'PCM', channels: 1, sample_rate: 8_000 } })
})

test('a file that is truncated or states false lengths is stored without these facts', async () => {
  const whole = mp4({ duration: 2_000, samples: 20, video })
  for (const length of [40, 80, 200]) {
    const { mimeType, duration } = await inspected(whole.subarray(0, length))
    assert.deepEqual([mimeType, duration], ['video/mp4', null])
  }
})
