import { hash } from './random.ts'

export type Point = readonly [number, number]

/** Returns a whole document. The body is drawn in its own pixels, at any size of the document. */
export function svg(width: number, height: number, ...body: string[]): string {
  const size = `width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}"`
  return `<svg xmlns="http://www.w3.org/2000/svg" ${size} fill="none">${body.join('')}</svg>\n`
}

/** Path data with rounded numbers. Two decimals are finer than any pixel here. */
export function d(strings: TemplateStringsArray, ...values: number[]): string {
  return strings.reduce((text, part, i) => text + n(values[i - 1]!) + part)
}

export function rect(x: number, y: number, w: number, h: number, fill: string, r = 0, more = ''): string {
  return `<rect x="${n(x)}" y="${n(y)}" width="${n(w)}" height="${n(h)}" rx="${n(r)}" fill="${fill}" ${more}/>`
}

export function circle(x: number, y: number, r: number, fill: string, more = ''): string {
  return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(r)}" fill="${fill}" ${more}/>`
}

export function ellipse(x: number, y: number, rx: number, ry: number, fill: string, more = ''): string {
  return `<ellipse cx="${n(x)}" cy="${n(y)}" rx="${n(rx)}" ry="${n(ry)}" fill="${fill}" ${more}/>`
}

export function path(data: string, fill: string, more = ''): string {
  return `<path d="${data}" fill="${fill}" ${more}/>`
}

export function line(data: string, stroke: string, width: number, more = ''): string {
  const look = `stroke="${stroke}" stroke-width="${n(width)}" stroke-linecap="round" stroke-linejoin="round"`
  return `<path d="${data}" fill="none" ${look} ${more}/>`
}

export function polygon(points: readonly Point[], fill: string, more = ''): string {
  return `<polygon points="${points.map(([x, y]) => `${n(x)},${n(y)}`).join(' ')}" fill="${fill}" ${more}/>`
}

/** Moves, scales and rotates (in degrees) a drawing around 0,0. */
export function at(x: number, y: number, scale: number, body: string, turn = 0): string {
  const rotate = turn === 0 ? '' : ` rotate(${n(turn)})`
  return `<g transform="translate(${n(x)} ${n(y)}) scale(${n(scale, 4)})${rotate}">${body}</g>`
}

export function faded(opacity: number, body: string): string {
  return `<g opacity="${n(opacity)}">${body}</g>`
}

/** Clips a body that is drawn at `w` by `h` to a rectangle with rounded corners. */
export function clipped(x: number, y: number, w: number, h: number, r: number, body: string): string {
  return clippedTo(rect(0, 0, w, h, '#000', r), x, y, body)
}

/** Clips a body to a shape. Both are drawn around the same 0,0. */
export function clippedTo(shape: string, x: number, y: number, body: string): string {
  const id = `c${hash(shape).toString(36)}`
  const clip = `<clipPath id="${id}">${shape}</clipPath>`
  return `${clip}<g transform="translate(${n(x)} ${n(y)})"><g clip-path="url(#${id})">${body}</g></g>`
}

/** Returns a gradient from the top to the bottom of its shape, rotated by `angle` degrees. */
export function linear(stops: readonly string[], angle: number, use: (fill: string) => string): string {
  const id = `l${hash(stops.join() + angle).toString(36)}`
  const turn = `gradientTransform="rotate(${n(angle)} .5 .5)"`
  return `<linearGradient id="${id}" x1="0" y1="0" x2="0" y2="1" ${turn}>${marks(stops)}</linearGradient>${use(`url(#${id})`)}`
}

/** Returns a round light that is opaque in the middle and transparent at the edge. */
export function glow(x: number, y: number, r: number, color: string, strength = 1): string {
  const id = `g${hash(color + strength).toString(36)}`
  const middle = `<stop offset="0" stop-color="${color}" stop-opacity="${n(strength)}"/>`
  const rim = `<stop offset="1" stop-color="${color}" stop-opacity="0"/>`
  return `<radialGradient id="${id}">${middle}${rim}</radialGradient>${circle(x, y, r, `url(#${id})`)}`
}

function marks(stops: readonly string[]): string {
  const last = Math.max(stops.length - 1, 1)
  return stops.map((color, i) => `<stop offset="${n(i / last)}" stop-color="${color}"/>`).join('')
}

function n(value: number, decimals = 2): string {
  return String(Number(value.toFixed(decimals)))
}
