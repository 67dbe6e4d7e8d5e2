import type { Cascade } from '@atelier/svg/cascade'
import { hexOf } from '@atelier/svg/colors'
import type { SvgElement } from '@atelier/svg/tree'

/** Color as `#RRGGBB` with its opacity. */
export type Color = { hex: string; alpha: number }

export type Paint =
  | { type: 'none' }
  | { type: 'color'; color: Color }
  | { type: 'reference'; id: string; otherwise: Paint }

export type Style = {
  fill: Paint
  stroke: Paint
  fillOpacity: number
  strokeOpacity: number
  fillRule: 'nonzero' | 'evenodd'
  clipRule: 'nonzero' | 'evenodd'
  strokeWidth: string
  lineCap: string
  lineJoin: string
  miterLimit: number
  dashes: string
  dashOffset: string
  color: Color
  isVisible: boolean
  fontSize: number
  isStrokeFirst: boolean
  hasMarkers: boolean
}

const black: Color = { hex: '#000000', alpha: 1 }

export const initialStyle: Style = {
  fill: { type: 'color', color: black },
  stroke: { type: 'none' },
  fillOpacity: 1,
  strokeOpacity: 1,
  fillRule: 'nonzero',
  clipRule: 'nonzero',
  strokeWidth: '1',
  lineCap: 'butt',
  lineJoin: 'miter',
  miterLimit: 4,
  dashes: 'none',
  dashOffset: '0',
  color: black,
  isVisible: true,
  fontSize: 16,
  isStrokeFirst: false,
  hasMarkers: false,
}

export function styleOf(cascade: Cascade, element: SvgElement, around: Style): Style {
  const own = (property: string) => {
    const value = cascade.own(element, property)?.trim()
    return value === undefined || value === '' || value === 'inherit' || value === 'unset' ? undefined : value
  }
  const color = readColor(own('color') ?? '', around.color) ?? around.color
  const fill = own('fill')
  const stroke = own('stroke')
  const markers = ['marker', 'marker-start', 'marker-mid', 'marker-end']
    .map(own)
    .filter((one) => one !== undefined)
  return {
    fill: fill === undefined ? around.fill : (readPaint(fill, color) ?? around.fill),
    stroke: stroke === undefined ? around.stroke : (readPaint(stroke, color) ?? around.stroke),
    fillOpacity: opacity(own('fill-opacity')) ?? around.fillOpacity,
    strokeOpacity: opacity(own('stroke-opacity')) ?? around.strokeOpacity,
    fillRule: rule(own('fill-rule')) ?? around.fillRule,
    clipRule: rule(own('clip-rule')) ?? around.clipRule,
    strokeWidth: own('stroke-width') ?? around.strokeWidth,
    lineCap: own('stroke-linecap') ?? around.lineCap,
    lineJoin: own('stroke-linejoin') ?? around.lineJoin,
    miterLimit: Number.parseFloat(own('stroke-miterlimit') ?? '') || around.miterLimit,
    dashes: own('stroke-dasharray') ?? around.dashes,
    dashOffset: own('stroke-dashoffset') ?? around.dashOffset,
    color,
    isVisible: own('visibility') === undefined ? around.isVisible : own('visibility') === 'visible',
    fontSize: fontSize(own('font-size'), around.fontSize),
    isStrokeFirst:
      own('paint-order') === undefined ? around.isStrokeFirst : /^stroke/.test(own('paint-order')!),
    hasMarkers: markers.length > 0 ? markers.some((one) => one !== 'none') : around.hasMarkers,
  }
}

const rule = (text: string | undefined) => (text === 'evenodd' || text === 'nonzero' ? text : undefined)

export function opacity(text: string | undefined): number | undefined {
  const value = Number.parseFloat(text ?? '')
  if (!Number.isFinite(value)) return undefined
  return Math.min(1, Math.max(0, text!.trim().endsWith('%') ? value / 100 : value))
}

function fontSize(text: string | undefined, around: number): number {
  const value = Number.parseFloat(text ?? '')
  if (!Number.isFinite(value)) return around
  if (/%$/.test(text!)) return (value / 100) * around
  return /[^r]em$/.test(text!) ? value * around : value
}

export function readPaint(text: string, current: Color): Paint | undefined {
  if (text === 'none') return { type: 'none' }
  const [, id, rest = ''] = /^url\(\s*["']?#([^"')]+)["']?\s*\)\s*(.*)$/.exec(text) ?? []
  if (id !== undefined) {
    const otherwise = rest === '' ? undefined : readPaint(rest, current)
    return { type: 'reference', id, otherwise: otherwise ?? { type: 'none' } }
  }
  const color = readColor(text, current)
  return color && { type: 'color', color }
}

/** Reads a color. Undefined for an unsupported color. */
export function readColor(text: string, current: Color): Color | undefined {
  const lower = text.trim().toLowerCase()
  if (lower === 'currentcolor') return current
  if (lower === 'transparent') return { hex: '#000000', alpha: 0 }
  const hex = hexOf(lower)
  if (hex === null) return undefined
  const [, long, short] = /^#(?:[0-9a-f]{6}([0-9a-f]{2})|[0-9a-f]{3}([0-9a-f]))$/.exec(lower) ?? []
  if (long ?? short) return { hex, alpha: Number.parseInt(long ?? short! + short!, 16) / 255 }
  const parts =
    /^(?:rgb|hsl)a?\((.*)\)$/
      .exec(lower)?.[1]
      ?.split(/[\s,/]+/)
      .filter((part) => part !== '') ?? []
  return { hex, alpha: parts.length === 4 ? (opacity(parts[3]) ?? 1) : 1 }
}
