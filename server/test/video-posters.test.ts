// Engines: embedded
// Renditions of a video, with ffmpeg.
import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { test } from 'node:test'
import sharp from 'sharp'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'
import { settled, upload } from './support/uploads.ts'

const ffmpeg = process.env.FFMPEG_PATH ?? '/usr/bin/ffmpeg'
const skip = existsSync(ffmpeg) ? false : 'needs ffmpeg, or its path in FFMPEG_PATH'
const service = skip ? undefined : await startService({ env: { FFMPEG_PATH: ffmpeg } })

test('a video has a JPEG poster in addition to its renditions', { skip }, async () => {
  const acme = await newCompany(service!, 'Acme')
  const source = ['-f', 'lavfi', '-i', 'color=red:s=1920x1080:r=5:d=1', '-pix_fmt', 'yuv420p']
  const bytes = execFileSync(ffmpeg, [
    ...['-nostdin', '-v', 'error', ...source],
    ...['-movflags', 'frag_keyframe+empty_moov', '-f', 'mp4', 'pipe:1'],
  ])
  const { body } = await upload(service!, acme, { bytes, name: 'film.mp4' })
  const { renditions, status } = await settled(acme, body.data.id)
  assert.deepEqual(
    [
      status,
      renditions.map(({ name, width, mime_type }: Record<string, unknown>) => [name, width, mime_type]),
    ],
    [
      'ready',
      [
        ['thumb', 256, 'image/webp'],
        ['small', 640, 'image/webp'],
        ['large', 1_600, 'image/webp'],
        ['poster', 1_280, 'image/jpeg'],
      ],
    ],
  )
  const poster = await (await fetch(renditions.at(-1)!.url)).bytes()
  const { dominant } = await sharp(poster).stats()
  assert.ok(dominant.r > 200 && dominant.g < 60 && dominant.b < 60)
})
