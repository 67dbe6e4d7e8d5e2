import { documentSize } from '@atelier/svg/document-size'
import { canvasOf } from '@atelier/svg/geometry'
import { pageAt, pagesOf } from '@atelier/svg/pages'
import { readCleanSvg } from '@atelier/svg/read'
import { viewBoxOf } from '@atelier/svg/size'
import { multiply } from '@atelier/svg/transforms'
import { descendants, type SvgElement } from '@atelier/svg/tree'
import { type Fonts, typeset } from '@atelier/typesetting'
import { clearSpaceFindings } from './clear-space.ts'
import { contrastFindings } from './contrast-findings.ts'
import type { VariableDefinition } from './definition.ts'
import { edit, matrixOf } from './editing.ts'
import { fillBoolean } from './fill-boolean.ts'
import { fillCode, loadBarcodes } from './fill-code.ts'
import { fillColor } from './fill-color.ts'
import { fillImage } from './fill-image.ts'
import { fillList } from './fill-list.ts'
import { fillLogo } from './fill-logo.ts'
import { fillText, markedBox } from './fill-text.ts'
import type { Filling } from './filling.ts'
import { growFilters } from './filter-regions.ts'
import type { FillingFinding } from './findings.ts'
import type { KitColor, KitFont, KitLogo } from './kit.ts'
import { colorFindings, fontFindings } from './kit-findings.ts'
import { layersIn } from './layers.ts'
import { type Output, pictureFindings } from './picture-findings.ts'
import { type Behind, type PictureColors, sceneOf } from './scene.ts'
import type { Filled, Placement, Value } from './values.ts'

export type FillContext = {
  fonts: Fonts
  palette?: readonly KitColor[]
  kitFonts?: readonly KitFont[]
  logos?: readonly KitLogo[]
  /** BCP 47. */
  language?: string
  /** Undefined for output without pixels. */
  output?: Output
  /** `#RRGGBB`. Defaults to white. */
  background?: string
  /** Coarse colors of images, to compute the contrast of text on them. */
  pictureColors?: PictureColors
}

/** Maximum number of findings, which is more than a person reads. */
const findingsMax = 200

/** Loads libraries that these variables need. Call this once before `fill`. */
export async function prepareFilling(definitions: readonly VariableDefinition[]): Promise<void> {
  if (definitions.some(({ type }) => type === 'barcode')) await loadBarcodes()
}

/**
 * Fills and typesets a document. Call `withFonts(fonts, () => fill(…))`, because shipped fonts are opened in
 * between.
 * @param document a sanitized SVG.
 * @param values the result of `resolveValues`. A variable without a value keeps the designer's content.
 */
export function fill(
  document: string,
  { variables }: { variables: readonly VariableDefinition[] },
  values: ReadonlyMap<string, Value>,
  context: FillContext,
): Filled {
  const root = readCleanSvg(document)
  const size = documentSize(root)
  if (!size) throw new Error('The document has no size.')
  const view = viewBoxOf(root)
  const canvas = { x: view?.x ?? 0, y: view?.y ?? 0, ...canvasOf(root) }
  const pages = pagesOf(root)
  const filling: Filling = {
    editing: edit(root),
    definitions: variables,
    logos: context.logos ?? [],
    viewport: canvas,
    texts: new Map(),
    placed: [],
    colors: [],
  }
  const behind = (): Behind => ({
    scene: sceneOf(filling.editing, canvas),
    ground: context.background ?? '#FFFFFF',
    pictureColors: context.pictureColors,
  })
  const findings: FillingFinding[] = []
  fillIn(filling, { within: root, list: undefined, path: '' }, values, behind, findings)
  const { editing } = filling
  const texts = [...descendants(root)]
    .filter(({ name }) => name === 'text')
    .map((element) => ({ element, variable: filling.texts.get(element)?.key }))
  const set = typeset(root, editing, context.fonts, {
    ...(context.language !== undefined && { language: context.language }),
    fitOf: (text) => filling.texts.get(text),
  })
  noteParents(editing.parents, texts)
  const shown = filling.placed
    .filter(({ element }) => isIn(editing.parents, root, element))
    .map((one) => ({ ...one, placement: placementOf(filling, one.element) }))
  // An image in a pattern or symbol has no position of its own.
  growFilters(editing, texts, set.glyphRuns)
  const placed = shown.filter(({ element }) => !isShared(editing.parents, element))
  const scene = behind()
  const pixelsPerUnit = pixelsOf(size) / canvas.width
  return {
    root,
    findings: [
      ...set.findings,
      ...findings,
      ...contrastFindings(editing, texts, set.glyphRuns, scene, pixelsPerUnit),
      ...pictureFindings(placed, size, canvas, context.output),
      ...colorFindings(filling.colors, context.palette ?? []),
      ...fontFindings(texts, set.glyphRuns, context.fonts, context.kitFonts ?? []),
      ...clearSpaceFindings(
        placed.filter(({ isLogo }) => isLogo),
        scene.scene,
        set.layout,
        (x, y) => pageAt(root, pages, x, y),
      ),
    ].slice(0, findingsMax),
    layout: set.layout,
    glyphRuns: set.glyphRuns,
    pictures: byKey(shown),
    size,
  }
}

type Part = {
  within: SvgElement
  list: string | undefined
  /** The prefix of the keys in findings, as in the field names of errors: `items.0.`. */
  path: string
}

/** Logos are filled last, because the right logo depends on its background. */
function fillIn(
  filling: Filling,
  { within, list, path }: Part,
  values: ReadonlyMap<string, Value>,
  behind: () => Behind,
  findings: FillingFinding[],
): void {
  const definitions = filling.definitions.filter((definition) => definition.list === list)
  const keys = new Set(definitions.map(({ key }) => key))
  const { byKey, boxes } = layersIn(within, keys)
  const entries = definitions.flatMap((definition) => {
    const value = values.get(definition.key)
    const layers = byKey.get(definition.key) ?? []
    return value && (list === undefined || layers.length > 0) ? [{ definition, value, layers }] : []
  })
  const marked = new Map([...boxes].map(([key, layer]) => [key, markedBox(filling, layer)]))
  for (const { definition, value, layers } of inOrder(entries)) {
    const { key } = definition
    const named = { ...definition, key: path + key }
    for (const layer of layers) {
      if (!isIn(filling.editing.parents, filling.editing.root, layer)) continue
      fillLayer(filling, layer, named, value, { key, box: marked.get(key), behind, findings })
    }
    if (value.type === 'color') filling.colors.push({ variable: named.key, hex: value.hex })
  }
}

/** Rows are filled first, then visibility, then colors, then images and texts, then logos. */
const order: Value['type'][] = ['list', 'boolean', 'color', 'image', 'code', 'text', 'number', 'logo']

const inOrder = <Entry extends { value: Value }>(entries: Entry[]): Entry[] =>
  entries.toSorted((one, other) => order.indexOf(one.value.type) - order.indexOf(other.value.type))

type More = {
  key: string
  box: ReturnType<typeof markedBox>
  behind: () => Behind
  findings: FillingFinding[]
}

function fillLayer(
  filling: Filling,
  layer: SvgElement,
  definition: VariableDefinition,
  value: Value,
  { key, box, behind, findings }: More,
): void {
  const { key: variable } = definition
  switch (value.type) {
    case 'text':
    case 'number':
      fillText(filling, layer, definition, value.text, box)
      break
    case 'image':
      fillImage(filling, layer, { variable, ...value })
      break
    case 'color':
      fillColor(filling.editing, layer, value.hex)
      break
    case 'boolean':
      fillBoolean(filling.editing, layer, value.shown)
      break
    case 'logo':
      fillLogo(filling, layer, variable, value, behind)
      break
    case 'code':
      if (!fillCode(filling, layer, variable, value)) findings.push(notDrawn(variable, value.kind))
      break
    case 'list': {
      const keys = new Set(filling.definitions.flatMap((one) => (one.list === key ? [one.key] : [])))
      const { shown, outside } = fillList(filling, layer, keys, definition, value.rows.length, (row, at) =>
        fillIn(
          filling,
          { within: row, list: key, path: `${variable}.${at}.` },
          value.rows[at]!,
          behind,
          findings,
        ),
      )
      if (shown < value.rows.length) findings.push(cutOff(variable, shown, value.rows.length))
      if (outside > 0) findings.push(outsideThePage(variable, outside, shown))
    }
  }
}

const cutOff = (variable: string, shown: number, rows: number): FillingFinding => ({
  type: 'list_truncated',
  variable,
  message: `The list shows ${shown} of ${rows} rows: the document would become too large.`,
  data: { shown, rows },
})

const outsideThePage = (variable: string, outside: number, rows: number): FillingFinding => ({
  type: 'list_overflow',
  variable,
  message: `${outside} of ${rows} rows ${outside === 1 ? 'is' : 'are'} not completely on the page.`,
  data: { outside, rows },
})

const notDrawn = (variable: string, kind: string): FillingFinding => ({
  type: 'code_not_drawn',
  variable,
  message: 'The code cannot hold the text. The design keeps its own.',
  data: { kind },
})

function noteParents(parents: Map<SvgElement, SvgElement>, texts: readonly { element: SvgElement }[]): void {
  for (const { element } of texts)
    for (const one of descendants(element))
      for (const child of one.children) if (typeof child !== 'string') parents.set(child, one)
}

const shared = new Set(['pattern', 'symbol', 'defs', 'clipPath', 'mask', 'marker'])

function isShared(parents: ReadonlyMap<SvgElement, SvgElement>, element: SvgElement): boolean {
  for (let at = parents.get(element); at; at = parents.get(at)) if (shared.has(at.name)) return true
  return false
}

function isIn(parents: ReadonlyMap<SvgElement, SvgElement>, root: SvgElement, element: SvgElement): boolean {
  let at: SvgElement | undefined = element
  while (at && at !== root) at = parents.get(at)
  return at === root
}

function placementOf({ editing }: Filling, element: SvgElement): Placement {
  const [x, y, width, height] = ['x', 'y', 'width', 'height'].map((name) =>
    Number(element.attributes.get(name)),
  ) as [number, number, number, number]
  return { element, transform: multiply(matrixOf(editing, element), [width, 0, 0, height, x, y]) }
}

function byKey(shown: readonly { picture: { key: string }; placement: Placement }[]): Filled['pictures'] {
  const grouped = Map.groupBy(shown, ({ picture }) => picture.key)
  return [...grouped].map(([key, all]) => ({ key, placements: all.map(({ placement }) => placement) }))
}

const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }
const pixelsOf = ({ width, unit }: { width: number; unit: keyof typeof pixelsPer }) => width * pixelsPer[unit]
