import type * as hb from 'harfbuzzjs'

/** Metadata in a face's tables. If a table is missing or damaged, defaults apply. */
export type FaceNames = {
  family: string | undefined
  families: string[]
  postScriptName: string | undefined
  weight: number
  /** Percent of the normal width. */
  width: number
  style: 'normal' | 'italic'
  /** Whether a subset can be embedded in a document (OS/2 fsType). */
  mayEmbed: boolean
  /** OS/2 fsType. */
  fsType: number
  /** The name as written in the font: `Bold Italic`. */
  subfamily: string | undefined
  version: string | undefined
  /** Or its URL. */
  license: string | undefined
  glyphCount: number
}

/** Percentages of the normal width by usWidthClass, which starts at 1. */
const widths = [50, 62.5, 75, 87.5, 100, 112.5, 125, 150, 200]
/** Weights in family names, for families that have one file per weight, such as Lato Black. */
const weightNames: Record<string, number> = {
  thin: 100,
  hairline: 100,
  extralight: 200,
  ultralight: 200,
  light: 300,
  regular: 400,
  normal: 400,
  book: 400,
  roman: 400,
  medium: 500,
  semibold: 600,
  demibold: 600,
  bold: 700,
  extrabold: 800,
  ultrabold: 800,
  black: 900,
  heavy: 900,
}

const restricted = 0x0002
const lessRestricted = 0x000c
const noSubset = 0x0100
const bitmapsOnly = 0x0200

export function namesOf(face: hb.Face): FaceNames {
  const [os2, head, maxp] = ['OS/2', 'head', 'maxp'].map((tag) => viewOf(face.referenceTable(tag)))
  const names = nameTable(face.referenceTable('name'))
  const families = [names.get(16), names.get(1), names.get(4), names.get(6)].filter(
    (name) => name !== undefined,
  )
  const subfamily = (names.get(17) ?? names.get(2) ?? '').toLowerCase()
  const fsType = read16(os2, 8) ?? 0
  const stated = read16(os2, 4)
  const byName = weightNames[subfamily.replace(/italic|oblique|[\s-]/g, '')]
  const isItalic =
    ((read16(os2, 62) ?? 0) & 0x0201) !== 0 ||
    ((read16(head, 44) ?? 0) & 2) !== 0 ||
    /italic|oblique/.test(subfamily)
  return {
    family: families[0],
    families,
    postScriptName: names.get(6),
    // Old fonts use weights from 1 to 9.
    weight: clampWeight(stated && stated < 10 ? stated * 100 : stated) ?? byName ?? 400,
    width: widths[(read16(os2, 6) ?? 5) - 1] ?? 100,
    style: isItalic ? 'italic' : 'normal',
    mayEmbed:
      !((fsType & restricted) !== 0 && (fsType & lessRestricted) === 0) &&
      (fsType & (noSubset | bitmapsOnly)) === 0,
    fsType,
    subfamily: names.get(17) ?? names.get(2),
    version: names.get(5),
    license: names.get(14) ?? names.get(13),
    glyphCount: read16(maxp, 4) ?? 0,
  }
}

const clampWeight = (weight: number | undefined) =>
  weight === undefined || weight === 0 ? undefined : Math.min(1000, Math.max(1, weight))

const viewOf = (table: Uint8Array | undefined) =>
  table && new DataView(table.buffer, table.byteOffset, table.byteLength)

const read16 = (view: DataView | undefined, at: number) =>
  view && at + 2 <= view.byteLength ? view.getUint16(at) : undefined

/** Names by ID, English first (OpenType `name`). */
function nameTable(table: Uint8Array | undefined): Map<number, string> {
  const names = new Map<number, string>()
  const view = viewOf(table)
  const count = Math.min(read16(view, 2) ?? 0, 512)
  const strings = read16(view, 4) ?? 0
  for (let index = 0; view && index < count; index++) {
    const at = 6 + index * 12
    if (at + 12 > view.byteLength) break
    const [platform, , language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((part) =>
      view.getUint16(at + part),
    )
    const isEnglish = (platform === 3 && language === 0x409) || (platform === 1 && language === 0)
    if (names.has(id!) && !isEnglish) continue
    const bytes = table!.subarray(strings + offset!, strings + offset! + length!)
    if (bytes.length === 0 || bytes.length !== length) continue
    names.set(id!, platform === 1 ? String.fromCharCode(...bytes) : utf16(bytes))
  }
  return names
}

function utf16(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at + 1 < bytes.length; at += 2)
    text += String.fromCharCode((bytes[at]! << 8) | bytes[at + 1]!)
  return text
}
