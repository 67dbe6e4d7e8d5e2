import type { Cascade } from '@atelier/svg/cascade'
import type { SvgElement } from '@atelier/svg/tree'
import { readFontShorthand } from './font-shorthand.ts'
import { type Paint, paintOf } from './text-paint.ts'

/** SVG 2 §11, CSS Fonts 4 and CSS Text 3. Lengths are in user units. */
export type TextStyle = {
  families: readonly string[]
  size: number
  weight: number
  italic: boolean
  /** Percent of the normal width. */
  width: number
  letterSpacing: number
  wordSpacing: number
  /** The line height. Undefined if the font determines it. */
  lineHeight: number | undefined
  /** Font features in HarfBuzz syntax: `smcp`, `liga=0`. */
  features: readonly string[]
  axes: Readonly<Record<string, number>>
  /** BCP 47, in lower case. Empty if unset. */
  language: string
  anchor: 'start' | 'middle' | 'end'
  direction: 'ltr' | 'rtl'
  /** Whether the document sets the direction explicitly. */
  hasDirection: boolean
  isOverride: boolean
  isVertical: boolean
  isUpright: boolean
  /** Whether `white-space` or `xml:space` preserves spaces. */
  keepsSpaces: boolean
  keepsBreaks: boolean
  transform: string
  baseline: string
  /** Summed over all ancestors. */
  shift: number
  /** The font sizes for `super` and `sub`, whose line height is halved and added to the shift. */
  shiftHalves: number
  decorations: readonly Decoration[]
  paint: Paint
  isHidden: boolean
}

export type Decoration = {
  line: 'underline' | 'overline' | 'line-through'
  paint: Paint
  /** The element that determines the size and position of lines. */
  size: number
}

/** Styles are computed from the outermost element inwards. */
export type StyleReader = (element: SvgElement) => TextStyle

const initial: TextStyle = {
  families: [],
  size: 16,
  weight: 400,
  italic: false,
  width: 100,
  letterSpacing: 0,
  wordSpacing: 0,
  lineHeight: undefined,
  features: [],
  axes: {},
  language: '',
  anchor: 'start',
  direction: 'ltr',
  hasDirection: false,
  isOverride: false,
  isVertical: false,
  isUpright: false,
  keepsSpaces: false,
  keepsBreaks: false,
  transform: 'none',
  baseline: 'auto',
  shift: 0,
  shiftHalves: 0,
  decorations: [],
  paint: { values: new Map(), color: 'black' },
  isHidden: false,
}

export function styleReader(
  cascade: Cascade,
  parents: ReadonlyMap<SvgElement, SvgElement>,
  language: string,
): StyleReader {
  const known = new Map<SvgElement, TextStyle>()
  return function styleOf(element) {
    const before = known.get(element)
    if (before) return before
    const parent = parents.get(element)
    const around = parent ? styleOf(parent) : { ...initial, language: language.toLowerCase() }
    const style = computed(cascade, element, around)
    known.set(element, style)
    return style
  }
}

const inherits = /^(inherit|unset)$/i

function computed(cascade: Cascade, element: SvgElement, around: TextStyle): TextStyle {
  const get = (property: string) => {
    const value = cascade.own(element, property)?.trim()
    return value === undefined || inherits.test(value) ? undefined : value
  }
  const font = readFontShorthand(get)
  const size =
    font.size === undefined ? around.size : lengthOf(font.size, around.size, around.size, sizeNames)
  const length = (property: string, whole: number, otherwise: number) => {
    const value = get(property)
    return value === undefined || value === 'normal'
      ? value === 'normal'
        ? 0
        : otherwise
      : lengthOf(value, size, whole)
  }
  const space = cascade.own(element, 'xml:space')
  const whiteSpace = get('white-space') ?? get('white-space-collapse')
  const language = element.attributes.get('xml:lang') ?? element.attributes.get('lang')
  const paint = paintOf(get, around.paint)
  const direction = get('direction')
  const writing = get('writing-mode')
  const shift = get('baseline-shift') ?? get('vertical-align')
  const isText = element.name === 'tspan' || element.name === 'textPath' || element.name === 'a'
  return {
    families: font.families ?? around.families,
    size: Number.isFinite(size) && size >= 0 ? size : around.size,
    weight: weightOf(font.weight, around.weight),
    italic: font.style === undefined ? around.italic : /italic|oblique/i.test(font.style),
    width: widthOf(font.width, around.width),
    letterSpacing: length('letter-spacing', size, around.letterSpacing),
    wordSpacing: length('word-spacing', size, around.wordSpacing),
    lineHeight: lineHeightOf(font.lineHeight ?? get('line-height'), size, around),
    features: featuresOf(get, around.features),
    axes: axesOf(get('font-variation-settings'), around.axes),
    language: language?.toLowerCase() ?? around.language,
    anchor: oneOf(get('text-anchor'), ['start', 'middle', 'end'], around.anchor),
    direction: oneOf(direction, ['ltr', 'rtl'], around.direction),
    hasDirection: direction !== undefined || around.hasDirection,
    isOverride: /override/.test(get('unicode-bidi') ?? ''),
    isVertical: writing === undefined ? around.isVertical : /^(tb|vertical)/.test(writing),
    isUpright:
      get('text-orientation') === undefined ? around.isUpright : get('text-orientation') === 'upright',
    ...spacesOf(whiteSpace, space, around),
    transform: get('text-transform') ?? around.transform,
    baseline: baselineOf(get, isText, around),
    shift: isText ? around.shift + shiftOf(shift, size) : 0,
    shiftHalves: isText ? around.shiftHalves + (shift === 'super' ? size : shift === 'sub' ? -size : 0) : 0,
    decorations: decorationsOf(get, paint, size, around),
    paint,
    isHidden: get('visibility') === undefined ? around.isHidden : /hidden|collapse/.test(get('visibility')!),
  }
}

const sizeNames: Record<string, number> = {
  'xx-small': 9,
  'x-small': 10,
  small: 13,
  medium: 16,
  large: 18,
  'x-large': 24,
  'xx-large': 32,
  'xxx-large': 48,
}

const unitsPer: Record<string, number> = {
  '': 1,
  px: 1,
  pt: 96 / 72,
  pc: 16,
  in: 96,
  cm: 96 / 2.54,
  mm: 96 / 25.4,
  q: 96 / 101.6,
}

/** @param whole the base of percentages. */
export function lengthOf(
  text: string,
  size: number,
  whole: number,
  names: Readonly<Record<string, number>> = {},
): number {
  const named = names[text.toLowerCase()]
  if (named !== undefined) return named
  if (text === 'smaller') return size / 1.2
  if (text === 'larger') return size * 1.2
  const [, digits, unit = ''] = /^([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d{1,2})?)([a-z%]*)$/i.exec(text) ?? []
  const number = Number(digits)
  if (!Number.isFinite(number)) return whole
  if (unit === '%') return (number / 100) * whole
  const per = unitsPer[unit.toLowerCase()]
  if (per !== undefined) return number * per
  if (unit === 'rem') return number * 16
  if (unit === 'ex' || unit === 'ch') return number * size * 0.5
  return unit === 'em' || unit === 'ic' || unit === 'lh' ? number * size : whole
}

function weightOf(text: string | undefined, around: number): number {
  if (text === undefined) return around
  if (text === 'normal') return 400
  if (text === 'bold') return 700
  if (text === 'bolder') return around < 350 ? 400 : around < 550 ? 700 : 900
  if (text === 'lighter') return around < 550 ? 100 : around < 750 ? 400 : 700
  const number = Number(text)
  return number >= 1 && number <= 1000 ? number : around
}

const widthNames: Record<string, number> = {
  'ultra-condensed': 50,
  'extra-condensed': 62.5,
  condensed: 75,
  'semi-condensed': 87.5,
  normal: 100,
  'semi-expanded': 112.5,
  expanded: 125,
  'extra-expanded': 150,
  'ultra-expanded': 200,
}

function widthOf(text: string | undefined, around: number): number {
  if (text === undefined) return around
  const named = widthNames[text]
  if (named !== undefined) return named
  const percent = text.endsWith('%') ? Number.parseFloat(text) : Number.NaN
  return percent > 0 ? percent : around
}

function lineHeightOf(text: string | undefined, size: number, around: TextStyle): number | undefined {
  // A unitless number is inherited as such, so it follows the font size.
  if (text === undefined)
    return around.lineHeight === undefined ? undefined : (around.lineHeight / around.size) * size
  if (text === 'normal') return undefined
  const height = /^[\d.]+$/.test(text) ? Number(text) * size : lengthOf(text, size, size)
  return height > 0 ? height : undefined
}

function oneOf<Value extends string>(
  text: string | undefined,
  values: readonly Value[],
  otherwise: Value,
): Value {
  return values.find((value) => value === text) ?? otherwise
}

function spacesOf(whiteSpace: string | undefined, space: string | undefined, around: TextStyle) {
  if (whiteSpace !== undefined)
    return {
      keepsSpaces:
        /^(pre|pre-wrap|break-spaces|preserve|preserve-spaces)\b/.test(whiteSpace) &&
        !/^pre-line/.test(whiteSpace),
      keepsBreaks: /^(pre|pre-wrap|pre-line|break-spaces|preserve|preserve-breaks)\b/.test(whiteSpace),
    }
  if (space === 'preserve') return { keepsSpaces: true, keepsBreaks: false }
  if (space === 'default') return { keepsSpaces: false, keepsBreaks: false }
  return { keepsSpaces: around.keepsSpaces, keepsBreaks: around.keepsBreaks }
}

function baselineOf(get: Get, isText: boolean, around: TextStyle): string {
  const own = (isText ? get('alignment-baseline') : undefined) ?? get('dominant-baseline')
  if (own === undefined || own === 'baseline') return around.baseline
  return own === 'auto' && isText ? around.baseline : own
}

function shiftOf(text: string | undefined, size: number): number {
  if (text === undefined || !/^[+-]?[\d.]/.test(text)) return 0
  const length = lengthOf(text, size, Number.NaN)
  if (text.endsWith('%')) return (Number.parseFloat(text) / 100) * size
  return Number.isFinite(length) ? length : 0
}

type Get = (property: string) => string | undefined

function decorationsOf(get: Get, paint: Paint, size: number, around: TextStyle): readonly Decoration[] {
  const text = get('text-decoration-line') ?? get('text-decoration')
  if (text === undefined || text === 'none') return around.decorations
  const lines = (['underline', 'overline', 'line-through'] as const).filter((line) => text.includes(line))
  return [...around.decorations, ...lines.map((line) => ({ line, paint, size }))]
}

const capFeatures: Record<string, string[]> = {
  'small-caps': ['smcp'],
  'all-small-caps': ['smcp', 'c2sc'],
  'petite-caps': ['pcap'],
  'all-petite-caps': ['pcap', 'c2pc'],
  unicase: ['unic'],
  'titling-caps': ['titl'],
}
const variantFeatures: Record<string, string[]> = {
  ...capFeatures,
  'no-common-ligatures': ['liga=0', 'clig=0'],
  'discretionary-ligatures': ['dlig'],
  'historical-ligatures': ['hlig'],
  'no-contextual': ['calt=0'],
  'lining-nums': ['lnum'],
  'oldstyle-nums': ['onum'],
  'proportional-nums': ['pnum'],
  'tabular-nums': ['tnum'],
  'diagonal-fractions': ['frac'],
  'stacked-fractions': ['afrc'],
  ordinal: ['ordn'],
  'slashed-zero': ['zero'],
  'full-width': ['fwid'],
  'proportional-width': ['pwid'],
  ruby: ['ruby'],
  sub: ['subs'],
  super: ['sups'],
  'historical-forms': ['hist'],
  none: ['liga=0', 'clig=0', 'calt=0'],
  jis78: ['jp78'],
  jis90: ['jp90'],
  simplified: ['smpl'],
  traditional: ['trad'],
}
const variants =
  'font-variant font-variant-caps font-variant-ligatures font-variant-numeric font-variant-east-asian font-variant-position font-variant-alternates'.split(
    ' ',
  )

function featuresOf(get: Get, around: readonly string[]): readonly string[] {
  const settings = get('font-feature-settings')
  const words = variants.flatMap((property) => get(property)?.split(/\s+/) ?? [])
  const kerning = get('font-kerning')
  if (settings === undefined && words.length === 0 && kerning === undefined) return around
  const features = words.includes('normal') ? [] : [...around]
  features.push(...words.flatMap((word) => variantFeatures[word] ?? []))
  if (kerning === 'none') features.push('kern=0')
  for (const [, tag, value = ''] of (settings ?? '').matchAll(/["']([ -~]{4})["']\s*(\d+|on|off)?/g)) {
    const number = value === 'off' ? 0 : value === 'on' || value === '' ? 1 : Math.min(Number(value), 65_535)
    features.push(`${tag}=${number}`)
  }
  return features
}

function axesOf(settings: string | undefined, around: TextStyle['axes']): TextStyle['axes'] {
  if (settings === undefined) return around
  const found = [...settings.matchAll(/["']([ -~]{4})["']\s*([+-]?[\d.]+)/g)]
  return Object.fromEntries(found.map(([, tag, value]) => [tag!, Number(value)]))
}
