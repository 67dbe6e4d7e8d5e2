// Engines: embedded
// Runs: without retry
// Renditions of files that are not images, in decoder processes.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { newId } from '../src/ids.ts'
import { DecodeError } from '../src/images/decode-error.ts'
import { decoderLimits, openDecoder } from '../src/images/decoder.ts'
import { alteredFiles } from './support/drawings-of-files.ts'
import { assertForSeconds } from './support/fuzz.ts'
import { heic } from './support/heic-files.ts'
import { pdf } from './support/pdf-files.ts'
import { sound } from './support/uploads.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-previews-'))
const decoder = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2))
after(async () => {
  await decoder.close()
  await rm(directory, { recursive: true })
})

const company = newId()
const fault = (name: string) => (error: unknown) => error instanceof DecodeError && error.fault === name

async function drawn(bytes: Buffer, extension: string, side: number, by = decoder) {
  const path = join(directory, newId())
  await writeFile(path, bytes)
  const target = { path: `${path}.png`, width: side, height: side, fit: 'inside', format: 'png' } as const
  await by.render(company, path, extension, [{ ...target, quality: 80 }])
  const { data, info } = await sharp(target.path).raw().toBuffer({ resolveWithObject: true })
  const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)]
  return { width: info.width, height: info.height, at }
}

async function inspected(bytes: Buffer) {
  const path = join(directory, newId())
  await writeFile(path, bytes)
  return decoder.inspect(company, path)
}

const red = { width: 200, height: 100, color: '1 0 0' }
const blue = { width: 100, height: 100, color: '0 0 1' }

test('the preview of a PDF shows the first page at the size of the rendition', async () => {
  const { width, height, at } = await drawn(pdf([red, blue]), 'pdf', 400)
  assert.deepEqual([width, height, at(200, 100), at(2, 2)], [400, 200, [255, 0, 0], [255, 0, 0]])
})

test('a PDF with a password has no preview', async () => {
  await assert.rejects(drawn(pdf([red], { userPassword: 'secret' }), 'pdf', 100), fault('no_picture'))
})

test('a PDF with only an owner password has a preview', async () => {
  const { at } = await drawn(pdf([red], { userPassword: '' }), 'pdf', 100)
  assert.deepEqual(at(50, 25), [255, 0, 0])
})

test('a damaged PDF has no preview', async () => {
  for (const bytes of [Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\n'), pdf([])])
    await assert.rejects(drawn(bytes, 'pdf', 100), fault('damaged'))
})

test('inspecting a PDF returns the number of pages, the size of the first page, and whether the PDF is encrypted', async () => {
  const page = { width: 70.56, height: 35.28 }
  for (const [options, expected] of [
    [{}, { pageCount: 2, embedded: { page, encrypted: false } }],
    [{ userPassword: '' }, { pageCount: 2, embedded: { page, encrypted: true } }],
    [{ userPassword: 'secret' }, { pageCount: null, embedded: { encrypted: true } }],
  ] as const) {
    const { pageCount, embedded } = await inspected(pdf([red, blue], options))
    assert.deepEqual({ pageCount, embedded }, expected)
  }
  const { pageCount, embedded } = await inspected(Buffer.from('%PDF-1.7\n1 0 obj\n'))
  assert.deepEqual({ pageCount, embedded }, { pageCount: null, embedded: {} })
})

const packages = new URL('../../node_modules/', import.meta.url)
const inter = await readFile(
  new URL('@fontsource-variable/inter/files/inter-latin-wght-normal.woff2', packages),
)
const italic = await readFile(new URL('@fontsource/tinos/files/tinos-latin-700-italic.woff2', packages))

const ground = [244, 244, 246]

test('the preview of a font is a specimen in the font itself', async () => {
  const one = await drawn(inter, 'woff2', 1_200)
  const other = await drawn(italic, 'woff2', 1_200)
  assert.deepEqual([one.width, one.height, one.at(2, 2)], [1_200, 900, ground])
  // A point inside the stem of the large "a", whose position differs in an italic.
  assert.deepEqual([one.at(540, 400), other.at(540, 400)], [[23, 23, 28], ground])
})

test('inspecting a font returns its name, weights, axes, scripts and permissions', async () => {
  const { version: _, license: __, glyphs: ___, ...font } = (await inspected(inter)).embedded.font!
  assert.deepEqual(font, {
    family: 'Inter',
    face: 'Regular',
    style: 'normal',
    weight: { min: 100, max: 900 },
    axes: [{ tag: 'wght', min: 100, default: 400, max: 900 }],
    faces: 1,
    scripts: ['Latn'],
    fs_type: 0,
    embedding: 'installable',
  })
  const { family, face, style, weight } = (await inspected(italic)).embedded.font!
  assert.deepEqual([family, face, style, weight], ['Tinos', 'Bold Italic', 'italic', { min: 700, max: 700 }])
})

test('a HEIC image has a preview', async () => {
  const { width, height, at } = await drawn(heic, 'heic', 128)
  const isNear = (color: number[], expected: number[]) =>
    color.every((channel, place) => Math.abs(channel - expected[place]!) < 12)
  assert.deepEqual([width, height], [128, 64])
  assert.ok(
    isNear(at(20, 30), [255, 0, 0]) && isNear(at(100, 30), [0, 0, 255]),
    `${at(20, 30)} ${at(100, 30)}`,
  )
})

/** Samples that are silent at first, then loud. */
const samples = Buffer.alloc(16_000)
for (let at = 8_000; at < 16_000; at += 2) samples.writeInt16LE(at % 4 === 0 ? 30_000 : -30_000, at)
const wav = sound(samples, { rate: 8_000, bits: 16 })

test('the preview of a WAV file is its waveform', async () => {
  const { width, height, at } = await drawn(wav, 'wav', 1_200)
  const isInk = ([red]: number[]) => red! < 128
  const column = (x: number) => Array.from({ length: height }, (_, y) => at(x, y)).filter(isInk).length
  const tallest = (from: number, to: number) =>
    Math.max(...Array.from({ length: to - from }, (_, place) => column(from + place)))
  assert.deepEqual([width, height], [1_200, 900])
  assert.ok(tallest(80, 590) < 20, 'the silent half is flat')
  assert.ok(tallest(620, 1_120) > 500, 'the loud half is tall')
})

test('a WAV file with a codec other than PCM has no waveform, and a WAV file without a format is damaged', async () => {
  const adpcm = Buffer.from(wav)
  adpcm.writeUInt16LE(2, 20)
  await assert.rejects(drawn(adpcm, 'wav', 64), fault('no_picture'))
  await assert.rejects(drawn(wav.subarray(0, 20), 'wav', 64), fault('damaged'))
})

test('without ffmpeg, a video and compressed audio have no preview', async () => {
  for (const extension of [
    'mp4',
    'mov',
    'webm',
    'mkv',
    'avi',
    'mpg',
    'mp3',
    'm4a',
    'ogg',
    'flac',
    'aiff',
    'aac',
  ])
    await assert.rejects(drawn(Buffer.from('any'), extension, 64), fault('no_picture'))
})

const ffmpeg = process.env.FFMPEG_PATH ?? '/usr/bin/ffmpeg'
const withFfmpeg = { skip: existsSync(ffmpeg) ? false : 'needs ffmpeg, or its path in FFMPEG_PATH' }

test('with ffmpeg, a video has a frame, and compressed audio has a waveform', withFfmpeg, async (t) => {
  const media = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2), ffmpeg)
  t.after(media.close)
  const made = (name: string, args: string[]) => {
    const path = join(directory, name)
    execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', ...args, path])
    return readFile(path)
  }
  const video = await made('a.mp4', ['-i', 'color=red:s=320x180:r=5:d=1', '-pix_fmt', 'yuv420p'])
  const { width, height, at } = await drawn(video, 'mp4', 320, media)
  assert.deepEqual([width, height], [320, 180])
  assert.ok(at(100, 100)[0]! > 240 && at(100, 100)[2]! < 15)
  const tone = await made('a.flac', ['-i', 'sine=440:d=1'])
  assert.equal((await drawn(tone, 'flac', 640, media)).width, 640)
  await assert.rejects(drawn(Buffer.from('no video'), 'mp4', 64, media), fault('damaged'))
  await assert.rejects(drawn(video.subarray(0, 900), 'mp4', 64, media), fault('damaged'))
})

test(
  'with ffmpeg, videos and sounds in the containers of studios have a frame or a waveform',
  withFfmpeg,
  async (t) => {
    const media = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2), ffmpeg)
    t.after(media.close)
    const film = ['-i', 'color=red:s=320x180:r=25:d=1', '-c:v', 'mpeg4']
    const tone = ['-i', 'sine=440:d=1']
    const files: [extension: string, args: string[], name?: string][] = [
      ['mkv', film],
      ['avi', film],
      ['mpg', ['-i', 'color=red:s=320x180:r=25:d=1']],
      ['ts', film],
      ['aiff', tone],
      ['aac', tone],
      ['mka', [...tone, '-c:a', 'flac']],
      ['wav', [...tone, '-c:a', 'adpcm_ms'], 'adpcm.wav'],
      ['wav', [...tone, '-c:a', 'pcm_mulaw'], 'mulaw.wav'],
    ]
    for (const [extension, args, name = `studio.${extension}`] of files) {
      const path = join(directory, name)
      execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', ...args, path])
      const bytes = await readFile(path)
      assert.equal((await decoder.inspect(company, path, name)).extension, extension)
      const { width, height, at } = await drawn(bytes, extension, 320, media)
      if (args[1] === tone[1]) assert.deepEqual([width, height], [320, 240], name)
      else assert.ok(width === 320 && at(100, 100)[0]! > 240 && at(100, 100)[2]! < 15, name)
    }
  },
)

test('a file that references other files is not read as sound', withFfmpeg, async (t) => {
  const media = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2), ffmpeg)
  t.after(media.close)
  const other = join(directory, 'other.mp3')
  execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=440:d=1', other])
  const playlist = `#EXTM3U\n#EXT-X-TARGETDURATION:9\n#EXT-X-MEDIA-SEQUENCE:0\n#EXTINF:1,\nfile://${other}\n#EXT-X-ENDLIST\n`
  const list = 'ffconcat version 1.0\nfile other.mp3\n'
  // Neither file contains text, so their names make them MP3.
  for (const text of [playlist, list])
    await assert.rejects(drawn(Buffer.from(`${text}#\0`), 'mp3', 64, media), fault('damaged'))
  assert.equal((await drawn(await readFile(other), 'mp3', 640, media)).width, 640)
})

test(
  'a file whose ffmpeg is killed once is read by another ffmpeg, and fails if that ffmpeg is killed too',
  withFfmpeg,
  async (t) => {
    const tone = join(directory, 'tone.mp3')
    execFileSync(ffmpeg, ['-nostdin', '-v', 'error', '-f', 'lavfi', '-i', 'sine=440:d=1', tone])
    for (const kills of [1, 2]) {
      const program = join(directory, `ffmpeg-${kills}`)
      const count = `${program}.kills`
      await writeFile(
        program,
        `#!/bin/sh\nif [ "$(wc -l <${count})" -lt ${kills} ]; then echo >>${count}; kill -9 $$; fi\nexec ${ffmpeg} "$@"\n`,
        { mode: 0o700 },
      )
      await writeFile(count, '')
      const media = openDecoder(directory, decoderLimits(4 * 1024 ** 3, 2), program)
      t.after(media.close)
      const picture = drawn(await readFile(tone), 'mp3', 640, media)
      if (kills === 1) assert.equal((await picture).width, 640)
      else await assert.rejects(picture, fault('decoder_failed'))
    }
  },
)

/** One file of each kind that is drawn. */
const files: [extension: string, bytes: Buffer][] = [
  ['pdf', pdf([red, blue])],
  ['woff2', italic],
  ['heic', heic],
  ['wav', wav],
]

test('truncated and altered files are drawn or rejected within seconds', async (t) => {
  await assertForSeconds(4, t, alteredFiles(files), async ([extension, bytes]) => {
    const since = performance.now()
    const outcomes = await Promise.allSettled([inspected(bytes), drawn(bytes, extension, 64)])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof DecodeError)) throw outcome.reason
    assert.ok(performance.now() - since < 30_000, extension)
  })
})
