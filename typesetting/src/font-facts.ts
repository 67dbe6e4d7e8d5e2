import * as hb from 'harfbuzzjs'
import { type Instance, openFace } from './font-face.ts'
import { namesOf } from './font-names.ts'
import { facesIn, unpackFont } from './font-unpack.ts'
import { sampledScripts, sampleOf } from './script-samples.ts'

/** From the first face, for a collection. */
export type FontFacts = {
  family: string
  /** Name of the face in its family, such as `Bold Italic`. */
  face: string | undefined
  style: 'normal' | 'italic'
  weights: readonly [number, number]
  axes: { tag: string; min: number; default: number; max: number }[]
  faces: number
  glyphs: number
  /**
   * ISO 15924 codes of the scripts whose sample characters the font has, the most widely used script first.
   */
  scripts: string[]
  /** From the OS/2 table. */
  fsType: number
  version: string | undefined
  license: string | undefined
  /** Some of the font's characters, to show for a font that supports none of the sample scripts. */
  characters: string
  /** Width of a line of text in em, in this weight. */
  widthOf(text: string, weight: number): number
}

const charactersMax = 24

/** @throws {FontError} for a damaged file, or a file that is not a font. */
export async function readFont(file: Uint8Array): Promise<FontFacts> {
  const bytes = await unpackFont(file)
  const face = openFace(bytes, 0, { key: 'facts', source: 'company' })
  const raw = new hb.Face(new hb.Blob(bytes), 0)
  const { family, subfamily, fsType, version, license, glyphCount } = namesOf(raw)
  return {
    family: family ?? 'Unnamed',
    face: subfamily,
    style: face.styles.includes('normal') ? 'normal' : 'italic',
    weights: face.weights,
    axes: Object.entries(face.axes).map(([tag, { min, default: usual, max }]) => ({
      tag,
      min,
      default: usual,
      max,
    })),
    faces: facesIn(bytes),
    glyphs: glyphCount,
    scripts: sampledScripts.filter((script) =>
      [...sampleOf(script)].every((char) => face.covers(char.codePointAt(0)!)),
    ),
    fsType,
    version,
    license,
    characters: [...raw.collectUnicodes()]
      .filter((codePoint) => codePoint > 0x20 && !(codePoint >= 0xd800 && codePoint <= 0xdfff))
      .slice(0, charactersMax)
      .map((codePoint) => String.fromCodePoint(codePoint))
      .join(''),
    widthOf: (text, weight) => widthIn(face.at({ wght: weight }), text),
  }
}

function widthIn({ font, unitsPerEm }: Instance, text: string): number {
  const buffer = new hb.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  hb.shape(font, buffer)
  const glyphs = buffer.getGlyphInfosAndPositions()
  return glyphs.reduce((sum, { xAdvance = 0 }) => sum + xAdvance, 0) / unitsPerEm
}
