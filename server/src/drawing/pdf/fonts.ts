import { createHash } from 'node:crypto'
import type { RunFont } from '@atelier/typesetting'
import { nums, type PdfFile, type Ref } from './file.ts'
import { subsetFont, tablesOf } from './font-subset.ts'

const outlines = ['glyf', 'CFF ']

/** Whether the license allows embedding, and PDF supports the font's kind of outlines. */
export function mayEmbed({ mayEmbed: isAllowed, bytes, faceIndex }: RunFont): boolean {
  if (!isAllowed) return false
  const tables = tablesOf(bytes, faceIndex)
  return outlines.some((name) => tables.has(name))
}

/**
 * Embeds a font with the used glyphs, as a composite font whose codes are the glyph numbers (ISO 32000-2
 * §9.7).
 * @param glyphs the used glyphs, each with the text that it represents.
 */
export async function embedFont(
  file: PdfFile,
  ref: Ref,
  font: RunFont,
  glyphs: ReadonlyMap<number, string>,
): Promise<void> {
  const subset = await subsetFont(font, [0, ...glyphs.keys()])
  const tables = tablesOf(subset)
  const cff = tables.get('CFF ')
  const program = cff
    ? file.addStream('/Subtype/CIDFontType0C', cff)
    : file.addStream(`/Length1 ${subset.length}`, subset)
  const metrics = metricsOf(tables)
  const label = createHash('sha256').update(subset).digest()
  const letters = [...label.subarray(0, 6)].map((byte) => String.fromCharCode(65 + (byte % 26))).join('')
  const name = `/${letters}+${font.name.replace(/[^A-Za-z0-9-]/g, '') || 'Font'}`
  const { ascent, descent, box, italicAngle, capHeight } = metrics
  const descriptor = file.add(
    `<</Type/FontDescriptor/FontName${name}/Flags 4/FontBBox[${nums(box)}]/ItalicAngle ${italicAngle}/Ascent ${ascent}/Descent ${descent}/CapHeight ${capHeight}/StemV 80/FontFile${cff ? 3 : 2} ${program} 0 R>>`,
  )
  const widths = [...glyphs.keys()]
    .sort((one, other) => one - other)
    .map((glyph) => `${glyph}[${nums([metrics.widthOf(glyph)])}]`)
  const map = cff ? '' : '/CIDToGIDMap/Identity'
  const descendant = file.add(
    `<</Type/Font/Subtype/CIDFontType${cff ? 0 : 2}/BaseFont${name}/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ${descriptor} 0 R/DW 0/W[${widths.join('')}]${map}>>`,
  )
  const unicode = file.addStream('', unicodeMap(glyphs))
  file.set(
    ref,
    `<</Type/Font/Subtype/Type0/BaseFont${name}/Encoding/Identity-H/DescendantFonts[${descendant} 0 R]/ToUnicode ${unicode} 0 R>>`,
  )
}

/** The metrics in thousandths of the font's size. */
function metricsOf(tables: Map<string, Uint8Array>) {
  const view = (name: string) => {
    const table = tables.get(name) ?? new Uint8Array(128)
    return new DataView(table.buffer, table.byteOffset, table.byteLength)
  }
  const [head, hhea, hmtx, post] = ['head', 'hhea', 'hmtx', 'post'].map(view) as [
    DataView,
    DataView,
    DataView,
    DataView,
  ]
  const thousandths = (units: number) => Math.round((units * 1000) / (head.getUint16(18) || 1000))
  const count = hhea.getUint16(34)
  const ascent = thousandths(hhea.getInt16(4))
  return {
    ascent,
    descent: thousandths(hhea.getInt16(6)),
    capHeight: ascent,
    box: [36, 38, 40, 42].map((at) => thousandths(head.getInt16(at))),
    italicAngle: Math.round(post.getInt32(4) / 65_536),
    widthOf(glyph: number) {
      const at = 4 * Math.min(glyph, count - 1)
      return at + 2 <= hmtx.byteLength ? (hmtx.getUint16(at) * 1000) / (head.getUint16(18) || 1000) : 0
    },
  }
}

/** The maximum number of entries in one list (Adobe Technical Note 5014). */
const listMax = 100

/** Maps each glyph to the text that is copied for it. */
function unicodeMap(glyphs: ReadonlyMap<number, string>): string {
  const entries = [...glyphs]
    .filter(([, text]) => text !== '')
    .sort(([one], [other]) => one - other)
    .map(
      ([glyph, text]) =>
        `<${glyph.toString(16).padStart(4, '0')}><${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`,
    )
  const lists: string[] = []
  for (let at = 0; at < entries.length; at += listMax) {
    const list = entries.slice(at, at + listMax)
    lists.push(`${list.length} beginbfchar\n${list.join('\n')}\nendbfchar`)
  }
  return `/CIDInit/ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def
/CMapName/Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000><ffff>
endcodespacerange
${lists.join('\n')}
endcmap
CMapName currentdict/CMap defineresource pop
end
end`
}
