import { sql } from 'kysely'
import sharp from 'sharp'
import { renderSecondsMax } from '../../src/images/limits.ts'
import type { Answer, Caller } from './companies.ts'
import type { Shown } from './library.ts'
import type { Service } from './service.ts'
import { until } from './until.ts'

type Fields = Record<string, string | string[]>

/** Sends a form with a file, as a browser does. */
export async function upload(
  service: Pick<Service, 'url'>,
  { token }: Pick<Caller, 'token'>,
  file: { bytes: Uint8Array; name?: string } | undefined,
  fields: Fields = {},
  { method = 'POST', path = '/api/assets', field = 'file', headers = {} as Record<string, string> } = {},
): Promise<Answer> {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) for (const one of [value].flat()) form.append(name, one)
  if (file) form.append(field, new Blob([file.bytes as Uint8Array<ArrayBuffer>]), file.name ?? 'file')
  const response = await fetch(service.url + path, {
    method,
    body: form,
    headers: { authorization: `Bearer ${token}`, ...headers },
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, body: text && JSON.parse(text) }
}

let made = 0

type Look = {
  width?: number
  height?: number
  color?: string
  format?: 'png' | 'jpeg' | 'webp' | 'gif' | 'avif' | 'tiff'
}

/** An image of one color, with unique bytes. */
export function picture({ width = 60, height = 40, color = '#2060D0', format = 'png' }: Look = {}) {
  const unique = Buffer.from([made & 255, (made++ >> 8) & 255, 7])
  return sharp({ create: { width, height, channels: 3, background: color } })
    .composite([{ input: unique, raw: { width: 1, height: 1, channels: 3 }, left: 0, top: 0 }])
    .toFormat(format, { lossless: true, compression: format === 'tiff' ? 'lzw' : undefined } as object)
    .toBuffer()
}

/** A mono WAV file with these samples. */
export function sound(samples: Buffer, { rate, bits }: { rate: number; bits: 8 | 16 }): Buffer {
  const head = Buffer.alloc(44)
  const sampleBytes = bits / 8
  head.write('RIFF')
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  head.writeUInt32LE(16, 16)
  head.writeUInt16LE(1, 20)
  head.writeUInt16LE(1, 22)
  head.writeUInt32LE(rate, 24)
  head.writeUInt32LE(rate * sampleBytes, 28)
  head.writeUInt16LE(sampleBytes, 32)
  head.writeUInt16LE(bits, 34)
  head.write('data', 36)
  head.writeUInt32LE(samples.length, 40)
  return Buffer.concat([head, samples])
}

/** Maximum time until rendering has finished, even on a busy machine. */
const settledMsMax = (renderSecondsMax + 20) * 1_000

/** Waits until the renditions of the asset are done or have failed, and returns it. */
export const settled = (caller: Pick<Caller, 'get'>, id: string): Promise<Shown> =>
  until(
    `${id} is processed`,
    async () => {
      const { body } = await caller.get(`/api/assets/${id}`)
      return body.data?.status !== 'processing' && body.data
    },
    settledMsMax,
  )

/** Waits until no job renders, and temporary files are deleted. */
export const quiet = ({ db }: Pick<Service, 'db'>) =>
  until('no rendering job is left', async () => {
    const { rows } = await sql`
      select from pgboss.job_common where name in ('asset.renditions', 'template.preview') and state <= 'active' limit 1`.execute(
      db,
    )
    return rows.length === 0
  })
