import type { KitColor } from '@atelier/filling'

export type NamedColor = { value: string; name: string; hex: string }

/**
 * The colors offered for a variable: the colors that it allows or, if it allows any, the colors of the kit.
 */
export function namedColors(
  palette: readonly KitColor[],
  allowed: readonly string[] | undefined,
): NamedColor[] {
  const all = (allowed ?? ['brand:*']).flatMap((written) => {
    if (written === 'brand:*') return palette.map(ofKit)
    if (written.startsWith('#')) return [{ value: written, name: written, hex: written }]
    const color = palette.find(({ name, role }) => [folded(name), role].includes(folded(written.slice(6))))
    return color ? [ofKit(color)] : []
  })
  return all.filter((color, at) => all.findIndex(({ value }) => value === color.value) === at)
}

const ofKit = ({ name, hex }: KitColor) => ({ value: `brand:${folded(name)}`, name, hex })

/** Normalizes names as the API does: "Deep Forest" is `brand:deep-forest`. */
const folded = (name: string) =>
  name
    .normalize('NFC')
    .trim()
    .toLowerCase()
    .replace(/[\s_-]+/g, '-')
