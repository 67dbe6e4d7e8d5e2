import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import type { RunFont } from '@atelier/typesetting'

/** Functions of hb-subset.h. Pointers are numbers. */
type Subsetter = Record<string, (...numbers: number[]) => number> & { memory: { buffer: ArrayBuffer } }

/** Node's types contain it only together with browser types. */
declare const WebAssembly: {
  instantiate(bytes: Uint8Array, imports: object): Promise<{ instance: { exports: unknown } }>
}

const dropUnusedHints = 0x1
const retainGlyphIds = 0x2
const keepNoLayout = 0x200
/** `HB_SUBSET_SETS_DROP_TABLE_TAG` */
const droppedTables = 3
/** HarfBuzz's constant for memory that HarfBuzz must not change. */
const readOnly = 1

let loading: Promise<Subsetter> | undefined

async function load(): Promise<Subsetter> {
  const path = createRequire(import.meta.url).resolve('harfbuzzjs/dist/harfbuzz-subset.wasm')
  const { instance } = await WebAssembly.instantiate(await readFile(path), {})
  const subsetter = instance.exports as Subsetter
  subsetter._initialize!()
  return subsetter
}

const tag = (name: string) => [...name].reduce((sum, letter) => (sum << 8) | letter.charCodeAt(0), 0) >>> 0

/**
 * Reduces a font to some of its glyphs, at fixed axis values. Glyphs keep their numbers.
 * @throws {Error} for a font that cannot be read.
 */
export async function subsetFont(
  { bytes, faceIndex, axes }: RunFont,
  glyphs: Iterable<number>,
): Promise<Buffer> {
  loading ??= load()
  const hb = await loading
  const at = hb.malloc!(bytes.length)
  new Uint8Array(hb.memory.buffer).set(bytes, at)
  const blob = hb.hb_blob_create!(at, bytes.length, readOnly, 0, 0)
  const face = hb.hb_face_create!(blob, faceIndex)
  const input = hb.hb_subset_input_create_or_fail!()
  try {
    const wanted = hb.hb_subset_input_glyph_set!(input)
    for (const glyph of glyphs) hb.hb_set_add!(wanted, glyph)
    hb.hb_subset_input_set_flags!(input, dropUnusedHints | retainGlyphIds | keepNoLayout)
    const dropped = hb.hb_subset_input_set!(input, droppedTables)
    for (const name of ['GSUB', 'GPOS', 'GDEF', 'kern', 'COLR', 'CPAL', 'SVG ', 'STAT', 'DSIG', 'meta'])
      hb.hb_set_add!(dropped, tag(name))
    hb.hb_subset_input_pin_all_axes_to_default!(input, face)
    for (const [axis, value] of Object.entries(axes))
      hb.hb_subset_input_pin_axis_location!(input, face, tag(axis), value)
    const subset = hb.hb_subset_or_fail!(face, input)
    if (subset === 0) throw new Error('A subset of the font cannot be created.')
    const result = hb.hb_face_reference_blob!(subset)
    const start = hb.hb_blob_get_data!(result, 0)
    const copy = Buffer.from(new Uint8Array(hb.memory.buffer, start, hb.hb_blob_get_length!(result)))
    hb.hb_blob_destroy!(result)
    hb.hb_face_destroy!(subset)
    return copy
  } finally {
    hb.hb_subset_input_destroy!(input)
    hb.hb_face_destroy!(face)
    hb.hb_blob_destroy!(blob)
    hb.free!(at)
  }
}

/** The tables of a font file. */
export function tablesOf(bytes: Uint8Array, faceIndex = 0): Map<string, Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const tables = new Map<string, Uint8Array>()
  if (bytes.length < 16) return tables
  const isCollection = view.getUint32(0) === tag('ttcf')
  const start = isCollection ? view.getUint32(12 + 4 * faceIndex) : 0
  for (let index = 0; index < view.getUint16(start + 4); index++) {
    const entry = start + 12 + 16 * index
    const name = String.fromCharCode(...bytes.subarray(entry, entry + 4))
    const offset = view.getUint32(entry + 8)
    tables.set(name, bytes.subarray(offset, offset + view.getUint32(entry + 12)))
  }
  return tables
}
