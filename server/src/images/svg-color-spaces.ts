import { hexOf } from '@atelier/svg/colors'
import { parse } from '@atelier/svg/css-parser'
import { type CssNode, clone, type FunctionNode, generate, type Value, walk } from 'css-tree'

/** Red, green and blue (0 to 1 within sRGB, beyond that range outside sRGB), and the opacity. */
type Color = { rgb: Triple; alpha: number }
type Triple = [number, number, number]

/**
 * Converts colors of CSS Color 4 and 5 to colors that every renderer supports. Colors outside sRGB are
 * clipped, as in browsers. Undefined if there is nothing to convert.
 */
export function inPlainColors(value: Value): Value | undefined {
  const copy = clone(value) as Value
  let isConverted = false
  walk(copy, {
    visit: 'Function',
    enter(call, item, list) {
      const name = call.name.toLowerCase()
      // Programs write this after a plain color, for printing.
      if (name === 'icc-color' && list?.size === 2) {
        list.remove(item)
        isConverted = true
        return
      }
      const color = convertible.has(name) ? colorOf(call) : undefined
      if (!color || !list) return
      list.replace(item, list.createItem({ type: 'Hash', value: hex(color) }))
      isConverted = true
      return walk.skip
    },
  })
  return isConverted ? copy : undefined
}

function hex({ rgb, alpha }: Color): string {
  const channels = alpha < 1 ? [...rgb, alpha] : rgb
  const bytes = channels.map((channel) => Math.round(Math.min(1, Math.max(0, channel)) * 255))
  return Buffer.from(bytes).toString('hex')
}

function colorOf(call: FunctionNode): Color | undefined {
  const name = call.name.toLowerCase()
  if (name === 'color-mix') return mixed(call)
  if (name === 'light-dark') return plain(splitAtCommas(call)[0] ?? '')
  const written = call.children.toArray().map((node) => generate(node))
  const slash = written.indexOf('/')
  const parts = slash < 0 ? written : written.slice(0, slash)
  const opacity = slash < 0 ? '1' : (written[slash + 1] ?? '')
  const space = name === 'color' ? (parts.shift() ?? '').toLowerCase() : name
  const toRgb = spaces[space]
  if (!toRgb || parts.length !== 3) return undefined
  const rgb = toRgb(parts)
  const alpha = number(opacity, 1)
  return [...rgb, alpha].every(Number.isFinite) ? { rgb, alpha } : undefined
}

/** A color component: a number, a percentage of `whole`, or `none`. */
function number(text: string, whole: number): number {
  const value = text.trim()
  if (value === 'none') return 0
  return value.endsWith('%') ? (Number(value.slice(0, -1)) / 100) * whole : Number(value)
}

const perTurn: Record<string, number> = { '': 360, deg: 360, grad: 400, rad: 2 * Math.PI, turn: 1 }

/** Radians. */
function angle(text: string): number {
  const [, value, unit] = /^([-+.\de]*?)(deg|grad|rad|turn|)$/i.exec(text) ?? []
  return text === 'none' ? 0 : (Number(value) / (perTurn[unit?.toLowerCase() ?? ''] ?? 1)) * 2 * Math.PI
}

const map = (triple: Triple, change: (value: number) => number) => triple.map(change) as Triple
const times = (matrix: readonly Triple[], [x, y, z]: Triple) =>
  matrix.map(([a, b, c]) => a * x + b * y + c * z) as Triple

// The matrices and curves of CSS Color 4 §17 and §18 (the sample code), multiplied where they follow one
// another.
const fromXyz: Triple[] = [
  [3.2409699419, -1.5373831776, -0.4986107603],
  [-0.9692436363, 1.8759675015, 0.0415550574],
  [0.0556300797, -0.2039769589, 1.0569715142],
]
/** The matrix from D50, the white point of print. */
const fromXyz50: Triple[] = [
  [3.1341358529, -1.6173863322, -0.4906619469],
  [-0.9787955765, 1.9162543774, 0.0334427346],
  [0.0719553959, -0.2289767583, 1.4053860345],
]
const fromP3: Triple[] = [
  [1.2249401763, -0.2249401763, 0],
  [-0.0420569547, 1.0420569547, 0],
  [-0.0196375546, -0.0786360456, 1.0982736001],
]
const adobeToXyz: Triple[] = [
  [0.5766690429, 0.1855582379, 0.1882286462],
  [0.297344975, 0.6273635663, 0.0752914585],
  [0.0270313614, 0.0706888525, 0.9913375368],
]
const rec2020ToXyz: Triple[] = [
  [0.6369580483, 0.1446169036, 0.1688809752],
  [0.262700212, 0.6779980715, 0.0593017165],
  [0, 0.028072693, 1.0609850577],
]
const prophotoToXyz50: Triple[] = [
  [0.7977666449, 0.1351812974, 0.0313477341],
  [0.288074823, 0.7118352342, 0.0000899369],
  [0, 0, 0.8251046026],
]
const oklabToCones: Triple[] = [
  [1, 0.3963377774, 0.2158037573],
  [1, -0.1055613458, -0.0638541728],
  [1, -0.0894841775, -1.291485548],
]
const fromCones: Triple[] = [
  [4.0767416621, -3.3077115913, 0.2309699292],
  [-1.2684380046, 2.6097574011, -0.3413193965],
  [-0.0041960863, -0.7034186147, 1.707614701],
]
const toCones: Triple[] = [
  [0.4122214708, 0.5363325363, 0.0514459929],
  [0.2119034982, 0.6806995451, 0.1073969566],
  [0.0883024619, 0.2817188376, 0.6299787005],
]
const conesToOklab: Triple[] = [
  [0.2104542553, 0.793617785, -0.0040720468],
  [1.9779984951, -2.428592205, 0.4505937099],
  [0.0259040371, 0.7827717662, -0.808675766],
]
const white50: Triple = [0.9642956764, 1, 0.8251046025]

const signed = (change: (value: number) => number) => (value: number) =>
  Math.sign(value) * change(Math.abs(value))
const encoded = signed((value) => (value > 0.0031308 ? 1.055 * value ** (1 / 2.4) - 0.055 : 12.92 * value))
const decoded = signed((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4))
const rec2020 = signed((value) =>
  value < 0.0812428582986 ? value / 4.5 : ((value + 0.09929682680944) / 1.09929682680944) ** (1 / 0.45),
)
const prophoto = signed((value) => (value <= 16 / 512 ? value / 16 : value ** 1.8))
const adobe = signed((value) => value ** (563 / 256))

const ofOklab = (lab: Triple) =>
  map(
    times(
      fromCones,
      map(times(oklabToCones, lab), (value) => value ** 3),
    ),
    encoded,
  )

/** CIE Lab, whose curve is linear near black. */
function ofLab([lightness, a, b]: Triple): Triple {
  const y = (lightness + 16) / 116
  const curve = (value: number) => (value ** 3 > 216 / 24389 ? value ** 3 : (116 * value - 16) / (24389 / 27))
  const xyz = map([y + a / 500, y, y - b / 200], curve)
  return map(times(fromXyz50, [xyz[0] * white50[0], xyz[1], xyz[2] * white50[2]]), encoded)
}

const polar = ([lightness, chroma, hue]: Triple): Triple => [
  lightness,
  chroma * Math.cos(hue),
  chroma * Math.sin(hue),
]
const parts = ([a, b, c]: string[], wholes: Triple): Triple => [
  number(a!, wholes[0]),
  number(b!, wholes[1]),
  number(c!, wholes[2]),
]
const polarParts = ([a, b, hue]: string[], lightness: number, chroma: number): Triple =>
  polar([number(a!, lightness), number(b!, chroma), angle(hue!)])
const inSpace =
  (matrix: readonly Triple[], decode: (value: number) => number, next?: readonly Triple[]) =>
  (text: string[]): Triple => {
    const linear = times(matrix, map(parts(text, [1, 1, 1]), decode))
    return map(next ? times(next, linear) : linear, encoded)
  }
const same = (value: number) => value

const spaces: Record<string, (text: string[]) => Triple> = {
  oklab: (text) => ofOklab(parts(text, [1, 0.4, 0.4])),
  oklch: (text) => ofOklab(polarParts(text, 1, 0.4)),
  lab: (text) => ofLab(parts(text, [100, 125, 125])),
  lch: (text) => ofLab(polarParts(text, 100, 150)),
  hwb: (text) => ofHwb(angle(text[0]!), number(text[1]!, 1), number(text[2]!, 1)),
  srgb: (text) => parts(text, [1, 1, 1]),
  'srgb-linear': (text) => map(parts(text, [1, 1, 1]), encoded),
  'display-p3': inSpace(fromP3, decoded),
  'a98-rgb': inSpace(adobeToXyz, adobe, fromXyz),
  rec2020: inSpace(rec2020ToXyz, rec2020, fromXyz),
  'prophoto-rgb': inSpace(prophotoToXyz50, prophoto, fromXyz50),
  xyz: inSpace(fromXyz, same),
  'xyz-d65': inSpace(fromXyz, same),
  'xyz-d50': inSpace(fromXyz50, same),
}

const convertible = new Set(['oklab', 'oklch', 'lab', 'lch', 'hwb', 'color', 'color-mix', 'light-dark'])

/** A hue mixed with white and black, whose sum is at most all of it. */
function ofHwb(hue: number, white: number, black: number): Triple {
  const sum = Math.max(1, white + black)
  const [w, b] = [white / sum, black / sum]
  const channel = (offset: number) => {
    const k = (((offset + (hue / (2 * Math.PI)) * 12) % 12) + 12) % 12
    return (0.5 - 0.5 * Math.max(-1, Math.min(k - 3, 9 - k, 1))) * (1 - w - b) + w
  }
  return [channel(0), channel(8), channel(4)]
}

const mixSpaces: Record<string, { from(rgb: Triple): Triple; to(mixed: Triple): Triple }> = {
  srgb: { from: (rgb) => rgb, to: (rgb) => rgb },
  'srgb-linear': { from: (rgb) => map(rgb, decoded), to: (linear) => map(linear, encoded) },
  oklab: {
    from: (rgb) => times(conesToOklab, map(times(toCones, map(rgb, decoded)), Math.cbrt)),
    to: ofOklab,
  },
}

/** `color-mix(in oklab, red 30%, blue)` (CSS Color 5 §2), weighted by opacity. */
function mixed(call: FunctionNode): Color | undefined {
  const [method = '', ...sources] = splitAtCommas(call)
  const space = mixSpaces[/^in\s+([\w-]+)$/.exec(method.trim())?.[1] ?? '']
  const shares = sources.map((source) => /(?:^|\s)([\d.]+)%(?:\s|$)/.exec(source.trim())?.[1])
  const colors = sources.map((source) => plain(source.replace(/(?:^|\s)[\d.]+%(?=\s|$)/, '').trim()))
  const [first, second] = colors
  if (!space || colors.length !== 2 || !first || !second) return undefined
  const own = [shares[0], shares[1]].map((share) => (share === undefined ? undefined : Number(share) / 100))
  const a = own[0] ?? (own[1] === undefined ? 0.5 : 1 - own[1])
  const b = own[1] ?? 1 - a
  if (!(a + b > 0)) return undefined
  const [wa, wb] = [a / (a + b), b / (a + b)]
  const alpha = first.alpha * wa + second.alpha * wb
  const [from, to] = [space.from(first.rgb), space.from(second.rgb)]
  const weighed = (at: 0 | 1 | 2) =>
    alpha === 0 ? 0 : (from[at] * first.alpha * wa + to[at] * second.alpha * wb) / alpha
  return { rgb: space.to([weighed(0), weighed(1), weighed(2)]), alpha: alpha * Math.min(1, a + b) }
}

function splitAtCommas(call: FunctionNode): string[] {
  const found: string[] = ['']
  call.children.forEach((child: CssNode) => {
    if (child.type === 'Operator' && child.value === ',') found.push('')
    else found[found.length - 1] += `${found.at(-1) === '' ? '' : ' '}${generate(child)}`
  })
  return found
}

function plain(text: string): Color | undefined {
  if (text === 'transparent') return { rgb: [0, 0, 0], alpha: 0 }
  const name = /^([\w-]+)\(/.exec(text)?.[1]?.toLowerCase()
  if (name !== undefined && convertible.has(name)) {
    const value = parse(text, { context: 'value' })
    const call = value.type === 'Value' ? value.children.first : null
    return call?.type === 'Function' ? colorOf(call) : undefined
  }
  const found = hexOf(text)
  if (found === null) return undefined
  const [red, green, blue] = Buffer.from(found.slice(1), 'hex')
  return { rgb: [red! / 255, green! / 255, blue! / 255], alpha: opacityIn(text) }
}

function opacityIn(text: string): number {
  const digits = /^#(?:.{3}(.)|.{6}(..))$/.exec(text)
  if (digits) return Number.parseInt(digits[1] ? digits[1] + digits[1] : digits[2]!, 16) / 255
  const parts = /\((.*)\)/.exec(text)?.[1]?.split(/[\s,/]+/) ?? []
  return parts.length === 4 ? number(parts[3]!, 1) : 1
}
