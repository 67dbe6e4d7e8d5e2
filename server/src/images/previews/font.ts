import { readFile, stat } from 'node:fs/promises'
import { FontError, type FontFacts, readFont, sampleOf } from '@atelier/typesetting'
import type { EmbeddedFont } from '../../db/schema.ts'
import { DecodeError } from '../decode-error.ts'
import { short } from '../metadata.ts'
import type { Preview } from '../source.ts'
import { documentOf, element } from './elements.ts'

/** Maximum size of a font, which is read as a whole. The largest Chinese fonts have 30 MB. */
const fontBytesMax = 48 * 1024 ** 2
const axesMax = 32

export async function factsOfFont(path: string): Promise<EmbeddedFont> {
  const { family, face, style, weights, axes, faces, glyphs, scripts, fsType, version, license } =
    await read(path)
  return {
    family: short(family) ?? 'Unnamed',
    ...(short(face) && { face: short(face)! }),
    style,
    weight: { min: weights[0], max: weights[1] },
    axes: axes.slice(0, axesMax),
    faces,
    glyphs,
    scripts,
    fs_type: fsType,
    embedding: embeddingOf(fsType),
    ...(short(version) && { version: short(version)! }),
    ...(short(license) && { license: short(license)! }),
  }
}

async function read(path: string): Promise<FontFacts> {
  if ((await stat(path)).size > fontBytesMax) throw new DecodeError('too_complex')
  try {
    return await readFont(await readFile(path))
  } catch (error) {
    // HarfBuzz throws its own errors for tables that it cannot read.
    throw error instanceof FontError || error instanceof RangeError ? new DecodeError('damaged') : error
  }
}

/** Embedding permission (OpenType 1.9, OS/2). Of several permissions, the least restrictive applies. */
function embeddingOf(fsType: number): EmbeddedFont['embedding'] {
  if ((fsType & 0x000e) === 0) return 'installable'
  if ((fsType & 0x0008) !== 0) return 'editable'
  return (fsType & 0x0004) !== 0 ? 'preview' : 'restricted'
}

const width = 1_200
const height = 900
const margin = 80
const family = 'Specimen'
const ink = '#17171c'
const gray = '#6d6d78'

/** The specimen of a font, with a few large characters, its name, and the languages that it supports. */
export async function previewOfFont(path: string): Promise<Preview> {
  const facts = await read(path)
  const weight = Math.min(facts.weights[1], Math.max(facts.weights[0], 400))
  const line = (text: string, y: number, sizeMax: number, fill = ink, isOwn = true) => {
    const room = width - 2 * margin
    const size = Math.min(
      sizeMax,
      room / Math.max(0.1, isOwn ? facts.widthOf(text, weight) : text.length * 0.55),
    )
    return element(
      'text',
      {
        x: margin,
        y,
        fill,
        'font-size': size.toFixed(2),
        'font-family': isOwn ? family : 'sans-serif',
        'font-weight': isOwn ? weight : 400,
        'font-style': isOwn ? facts.style : undefined,
      },
      text,
    )
  }
  const { large, lines } = textsOf(facts)
  const name = facts.face && facts.face !== 'Regular' ? `${facts.family} ${facts.face}` : facts.family
  const svg = documentOf(
    width,
    height,
    line(large, 430, 400),
    ...lines.map((text, at) => line(text, 600 + at * 85, 64)),
    line(short(name)!, 840, 44, gray, false),
  )
  const fonts = [{ path, id: 'specimen', family, weight, style: facts.style }]
  return { svg, fonts }
}

const charactersPerLine = 26

/** Texts in the font's main script. A symbol font shows some of its symbols. */
function textsOf({ scripts, characters }: FontFacts): { large: string; lines: string[] } {
  const [script] = scripts
  if (script === 'Latn')
    return { large: 'Aa', lines: ['ABCDEFGHIJKLMNOPQRSTUVWXYZ', 'abcdefghijklmnopqrstuvwxyz 0123456789'] }
  const all = [...(script === undefined ? characters : sampleOf(script))]
  if (all.length === 0) return { large: ' ', lines: [] }
  return {
    large: all.slice(0, 2).join(''),
    lines: [all.slice(0, charactersPerLine), all.slice(charactersPerLine, 2 * charactersPerLine)]
      .filter((line) => line.length > 0)
      .map((line) => line.join('')),
  }
}
