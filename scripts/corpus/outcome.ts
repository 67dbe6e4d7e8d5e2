import { copyFileSync, readFileSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { programs } from '../../server/src/config/programs.ts'
import { newId } from '../../server/src/ids.ts'
import { DecodeError } from '../../server/src/images/decode-error.ts'
import type { Decoder } from '../../server/src/images/decoder.ts'
import { compare, differingMax } from './chromium.ts'

export type Outcome = {
  path: string
  extension: string
  /** `differs` means that Chromium renders the file differently. */
  state: 'drawn' | 'differs' | 'no picture' | 'failed' | 'refused'
  note: string
  /** The images as WebP or PNG. */
  pictures: Buffer[]
}

export const kindOf = ({ extension, state }: Outcome) => `${extension} ${state}`

const company = newId()
const thumbnailSide = 160

/** Processes a file as the library does. */
export async function outcomeOf(path: string, decoder: Decoder, directory: string): Promise<Outcome> {
  const copy = join(directory, newId())
  const outcome: Outcome = { path, extension: '', state: 'refused', note: '', pictures: [] }
  try {
    copyFileSync(path, copy)
    const { extension, label, cleaned } = await decoder.inspect(company, copy, basename(path))
    outcome.extension = extension
    if (programs[extension]) return { ...outcome, note: `is a ${label}` }
    const drawn = await drawing(decoder, cleaned?.path ?? copy, extension)
    return { ...outcome, ...drawn, ...(cleaned && (await compared(path, readFileSync(cleaned.path)))) }
  } catch (error) {
    if (error instanceof DecodeError) return { ...outcome, note: error.reason ?? error.fault }
    throw error
  } finally {
    for (const one of [copy, `${copy}.svg`, `${copy}.webp`]) rmSync(one, { force: true })
  }
}

async function drawing(decoder: Decoder, path: string, extension: string): Promise<Partial<Outcome>> {
  if (!decoder.draws(extension)) return { state: 'no picture', note: 'not drawn' }
  const target = `${path}.webp`
  const size = { width: thumbnailSide, height: thumbnailSide, fit: 'inside', format: 'webp' } as const
  try {
    await decoder.render(company, path, extension, [{ ...size, quality: 80, path: target }])
    return { state: 'drawn', pictures: [readFileSync(target)] }
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error
    const { fault } = error
    return fault === 'no_picture'
      ? { state: 'no picture', note: 'has none' }
      : { state: 'failed', note: fault }
  } finally {
    rmSync(target, { force: true })
  }
}

async function compared(path: string, cleaned: Buffer): Promise<Partial<Outcome>> {
  try {
    const { part, ours, theirs } = await compare(path, cleaned)
    return part > differingMax
      ? { state: 'differs', note: `${(part * 100).toFixed(1)} %`, pictures: [ours, theirs] }
      : {}
  } catch (error) {
    return { note: `not compared: ${(error as Error).message.split('\n', 1)}` }
  }
}
