import type { Axes, Face, Instance } from './font-face.ts'
import { bestOf } from './font-match.ts'
import type { Fonts, ShippedSlice } from './fonts.ts'
import { aliases, generics, hanFamilies, isForHan } from './shipped.ts'

export type FontRequest = {
  families: readonly string[]
  weight: number
  /** Percent of the normal width. */
  width: number
  italic: boolean
  /** `font-variation-settings`. */
  axes: Axes
  /** User units, for fonts with optical sizes. */
  size: number
  /** BCP 47, in lower case. Selects between Chinese, Japanese and Korean forms. */
  language: string
}

/** In order of preference. */
export type FontStack = {
  /** The first font with all characters of a cluster. Undefined if there is none. */
  pick(codePoints: readonly number[], isEmoji: boolean): Instance | undefined
  /** The font for line metrics, even if it lacks the characters. */
  primary(): Instance | undefined
  substitutes: { family: string; used: string }[]
  missingStyles: {
    family: string
    weight: number
    italic: boolean
    usedWeight: number
    usedItalic: boolean
  }[]
}

type Entry = {
  faces?: readonly Face[]
  slices?: readonly ShippedSlice[]
  isColored: boolean
  /** A name can request a different weight or style from the weight or style of the text. */
  axes: Axes
}

const emojiFamily = 'Noto Color Emoji'

/** Caches stacks until their fonts are freed. */
const stacks = new WeakMap<Fonts, Map<string, FontStack>>()
const stacksMax = 500
/** Maximum number of clusters with a cached font. */
const picksMax = 5_000

/** Returns the same stack for the same request. */
export function fontStack(fonts: Fonts, request: FontRequest): FontStack {
  const { families, weight, width, italic, axes, size, language } = request
  const key = JSON.stringify([fonts.generation, families, weight, width, italic, axes, size, language])
  const known = stacks.get(fonts) ?? new Map<string, FontStack>()
  stacks.set(fonts, known)
  const before = known.get(key)
  if (before) return before
  const stack = newStack(fonts, request)
  if (known.size >= stacksMax) known.clear()
  known.set(key, stack)
  return stack
}

function newStack(fonts: Fonts, request: FontRequest): FontStack {
  const entries: Entry[] = []
  const substitutes: FontStack['substitutes'] = []
  const missingStyles: FontStack['missingStyles'] = []
  const wanted = { weight: request.weight, width: request.width, italic: request.italic }
  const used = new Set<string>()
  const addShipped = (family: string, style = wanted) => {
    const slices = fonts.shipped.get(family)
    if (!slices || used.has(family)) return
    used.add(family)
    entries.push({
      slices: bestOf(slices, style),
      isColored: family === emojiFamily,
      axes: axesOf({ ...request, ...style }),
    })
  }
  const names = request.families.length > 0 ? request.families : ['sans-serif']
  for (const family of names) {
    const { name, ...style } = nameAndStyle(fonts, family, wanted)
    const own = fonts.company.filter((face) => face.families.includes(name))
    if (own.length > 0) {
      const faces = bestOf(own, style)
      entries.push({
        faces,
        isColored: faces.some((face) => face.isColored),
        axes: axesOf({ ...request, ...style }),
      })
      const missing = missingStyle(faces[0]!, style)
      if (missing) missingStyles.push(missing)
      continue
    }
    const shipped = shippedFamily(fonts, name)
    if (shipped !== undefined) addShipped(shipped, style)
    // The first name is the requested family. A shipped family with that name is not a substitute.
    const isWanted = substitutes.length === 0 && entries.every(({ faces }) => faces === undefined)
    if (isWanted && !generics.has(name) && shipped?.toLowerCase() !== name)
      substitutes.push({ family, used: shipped ?? '' })
  }
  // The substitute is the first available font.
  for (const family of fallbacks(fonts, names, request.language)) addShipped(family)
  const [first] = entries
  const usedFirst = first?.faces?.[0]?.family ?? first?.slices?.[0]?.family ?? 'no font'
  for (const one of substitutes) if (one.used === '') one.used = usedFirst
  const order = (isEmoji: boolean) =>
    [...entries].sort((one, other) => Number(other.isColored === isEmoji) - Number(one.isColored === isEmoji))
  const [forText, forEmoji] = [order(false), order(true)]
  const known = new Map<string, Instance | undefined>()
  return {
    substitutes,
    missingStyles,
    pick(codePoints, isEmoji) {
      const key = `${isEmoji ? 'e' : 't'}${codePoints.join()}`
      if (known.has(key)) return known.get(key)
      const { instance, isPending } = find(fonts, isEmoji ? forEmoji : forText, codePoints)
      if (known.size >= picksMax) known.clear()
      if (!isPending) known.set(key, instance)
      return instance
    },
    primary() {
      for (const entry of entries) {
        if (entry.faces) return entry.faces[0]!.at(entry.axes)
        const slice = entry.slices?.find((one) => one.has(0x78)) ?? entry.slices?.[0]
        const face = slice && fonts.faceOf(slice)
        if (face) return face.at(entry.axes)
        if (slice) return undefined
      }
      return undefined
    },
  }
}

type Style = { weight: number; width: number; italic: boolean }

function missingStyle({ weights, styles, family }: Face, { weight, italic }: Style) {
  const usedWeight = Math.min(weights[1], Math.max(weights[0], weight))
  const usedItalic = italic ? styles.includes('italic') : !styles.includes('normal')
  if (Math.abs(usedWeight - weight) < 100 && usedItalic === italic) return undefined
  return { family, weight, italic, usedWeight, usedItalic }
}

const shippedFamily = ({ shipped }: Fonts, name: string): string | undefined =>
  aliases[name] ?? [...shipped.keys()].find((one) => one.toLowerCase() === name)

const postScript =
  /^(.+?)-?(thin|extralight|light|regular|roman|book|medium|semibold|demibold|bold|extrabold|black|heavy)?-?(italic|oblique|it)?(?:mt|ps|psmt|std|pro)?$/
const weightsByName: Record<string, number> = {
  thin: 100,
  extralight: 200,
  light: 300,
  medium: 500,
  semibold: 600,
  demibold: 600,
  bold: 700,
  extrabold: 800,
  black: 900,
  heavy: 900,
}

/** Splits the PostScript names of Illustrator, which include the style: `Arial-BoldMT`, `MyriadPro-Bold`. */
function nameAndStyle(fonts: Fonts, family: string, wanted: Style): Style & { name: string } {
  const name = family.toLowerCase()
  const isKnown = (one: string) =>
    fonts.company.some((face) => face.families.includes(one)) || shippedFamily(fonts, one) !== undefined
  if (isKnown(name) || !name.includes('-')) return { name, ...wanted }
  const [, base = '', weight, slant] = postScript.exec(name) ?? []
  const compact = (one: string) => one.replace(/[\s-]/g, '')
  const families = [
    ...fonts.company.flatMap((face) => face.families),
    ...fonts.shipped.keys(),
    ...Object.keys(aliases),
  ]
  const found = families.find((one) => compact(one.toLowerCase()) === compact(base))?.toLowerCase()
  if (found === undefined) return { name, ...wanted }
  return {
    name: found,
    width: wanted.width,
    weight: (weight && weightsByName[weight]) || wanted.weight,
    italic: wanted.italic || slant !== undefined,
  }
}

function find(fonts: Fonts, entries: readonly Entry[], codePoints: readonly number[]) {
  let isPending = false
  for (const { faces, slices, axes } of entries) {
    for (const face of faces ?? [])
      if (codePoints.every((one) => face.covers(one))) return { instance: face.at(axes), isPending }
    for (const slice of slices ?? []) {
      if (!codePoints.every((one) => slice.has(one))) continue
      const face = fonts.faceOf(slice)
      if (!face) {
        // The file is opened before the next pass, unless it was damaged.
        isPending = true
        continue
      }
      if (codePoints.every((one) => face.covers(one))) return { instance: face.at(axes), isPending }
    }
    if (isPending) return { instance: undefined, isPending }
  }
  return { instance: undefined, isPending }
}

function fallbacks(fonts: Fonts, names: readonly string[], language: string): string[] {
  const kinds = names.map((name) => aliases[name.toLowerCase()] ?? '')
  const first = kinds.some((family) => /Serif|Tinos|Gelasio/.test(family))
    ? 'Noto Serif'
    : kinds.some((family) => /Mono|Cousine/.test(family))
      ? 'Noto Sans Mono'
      : 'Noto Sans'
  const families = [...fonts.shipped.keys()]
  const han = hanFamily(language)
  return [
    first,
    'Noto Sans',
    ...families.filter((family) => !isForHan(family) && !similar.test(family)),
    han,
    ...families.filter((family) => isForHan(family)),
  ]
}

/** Families that have no characters beyond those of Noto Sans. */
const similar = /^(Arimo|Tinos|Cousine|Gelasio|Noto Serif|Noto Sans Mono)$/

function hanFamily(language: string): string {
  if (/^zh-(hant|tw|hk|mo)/.test(language)) return hanFamilies['zh-hant']!
  return hanFamilies[language.slice(0, 2)] ?? hanFamilies.zh!
}

function axesOf({ weight, width, italic, size, axes }: FontRequest): Axes {
  return { wght: weight, wdth: width, opsz: size, ...(italic && { ital: 1, slnt: -12 }), ...axes }
}
