import type { Cascade } from '@atelier/svg/cascade'
import type { SvgElement } from '@atelier/svg/tree'
import { outlineOf } from './font-face.ts'
import type { SetGlyph } from './placed.ts'
import type { Box } from './results.ts'

export type Ink = { left: number; top: number; right: number; bottom: number }

export const noInk = (): Ink => ({ left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity })

export const boxOf = ({ left, top, right, bottom }: Ink): Box | undefined =>
  left <= right && top <= bottom ? { x: left, y: top, width: right - left, height: bottom - top } : undefined

/** Formats outlines as path data, rounded so that one em has at least 2,000 steps. */
export class PathWriter {
  readonly ink = noInk()
  private parts: string[] = []
  private readonly digits: number
  private readonly factor: number

  constructor(size: number) {
    this.digits = Math.min(6, Math.max(0, Math.ceil(Math.log10(2_000 / Math.max(size, 1e-6)))))
    this.factor = 10 ** this.digits
  }

  glyph({ instance, id, x, y, size, rotation, stretch }: SetGlyph): void {
    const scale = size / instance.unitsPerEm
    const [sine, cosine] = rotation === 0 ? [0, 1] : [Math.sin(rotation), Math.cos(rotation)]
    const [a, b] = [scale * stretch * cosine, scale * stretch * sine]
    const [c, d] = [scale * sine, -scale * cosine]
    for (const { type, values } of outlineOf(instance, id)) {
      let text = type
      for (let index = 0; index + 1 < values.length; index += 2) {
        const [u, v] = [values[index]!, values[index + 1]!]
        const pointX = a * u + c * v + x
        const pointY = b * u + d * v + y
        this.see(pointX, pointY)
        const first = this.number(pointX)
        const second = this.number(pointY)
        text += index > 0 && first[0] !== '-' ? ` ${first}` : first
        text += second[0] === '-' ? second : ` ${second}`
      }
      this.parts.push(text)
    }
  }

  rectangle({ x, y, width, height }: Box): void {
    this.see(x, y)
    this.see(x + width, y + height)
    const [left, top, right, bottom] = [x, y, x + width, y + height].map((one) => this.number(one))
    this.parts.push(`M${left} ${top}H${right}V${bottom}H${left}Z`)
  }

  text(): string {
    return this.parts.join('')
  }

  /** Formats a number. Integers are formatted much faster than fractions. */
  private number(value: number): string {
    const rounded = Math.round(value * this.factor)
    if (!(Math.abs(rounded) < 2 ** 31)) return written(rounded / this.factor)
    if (this.digits === 0) return String(rounded + 0)
    const sign = rounded < 0 ? '-' : ''
    const digits = String(Math.abs(rounded)).padStart(this.digits, '0')
    const whole = digits.slice(0, -this.digits)
    let end = digits.length
    while (end > whole.length && digits.charCodeAt(end - 1) === zero) end--
    if (end === whole.length) return whole === '' ? '0' : sign + whole
    return `${sign}${whole}.${digits.slice(whole.length, end)}`
  }

  private see(x: number, y: number) {
    const { ink } = this
    if (x < ink.left) ink.left = x
    if (x > ink.right) ink.right = x
    if (y < ink.top) ink.top = y
    if (y > ink.bottom) ink.bottom = y
  }
}

const zero = 48

/** Formats numbers in compact SVG syntax, without an exponent or a zero before the point. */
export function written(value: number): string {
  if (!Number.isFinite(value)) return '0'
  const text = String(value)
  if (text.includes('e')) return value.toFixed(6).replace(/\.?0+$/, '')
  if (text.startsWith('0.')) return text.slice(1)
  return text.startsWith('-0.') ? `-${text.slice(2)}` : text
}

/** Sets presentation as attributes, or as styles where a sheet would override them. */
export function paintWriter(
  cascade: Cascade,
): (element: SvgElement, values: ReadonlyMap<string, string>) => void {
  const isStyled = cascade.concerns('path') || cascade.concerns('g')
  return (element, values) => {
    if (!isStyled) {
      for (const [name, value] of values) element.attributes.set(name, value)
      return
    }
    const style = [...values].map(([name, value]) => `${name}:${value}`).join(';')
    if (style !== '') element.attributes.set('style', style)
  }
}
