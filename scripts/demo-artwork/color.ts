/** Mixes two #rrggbb colors. `share` is the share of the second color, from 0 to 1. */
export function mix(first: string, second: string, share: number): string {
  const [a, b] = [channels(first), channels(second)]
  return `#${a.map((value, i) => byte(value + (b[i]! - value) * share)).join('')}`
}

export const darken = (color: string, share: number) => mix(color, '#0b1416', share)
export const lighten = (color: string, share: number) => mix(color, '#ffffff', share)

function channels(hex: string): number[] {
  return [1, 3, 5].map((start) => Number.parseInt(hex.slice(start, start + 2), 16))
}

function byte(value: number): string {
  return Math.round(value).toString(16).padStart(2, '0')
}
