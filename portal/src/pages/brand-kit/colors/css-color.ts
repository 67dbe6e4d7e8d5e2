/**
 * A color in any notation of CSS as `#RRGGBB` in sRGB: `f5efe6` without `#`, `rgb()`, `hsl()`, `oklch()` and
 * names. Undefined if it is not an opaque color.
 */
export function hexOf(text: string): string | undefined {
  const trimmed = text.trim().replace(/;$/, '')
  const color = /^([0-9a-f]{3}|[0-9a-f]{6})$/i.test(trimmed) ? `#${trimmed}` : trimmed
  if (!CSS.supports('color', color) || namesNoColor.test(color)) return undefined
  const canvas = new OffscreenCanvas(1, 1)
  const pen = canvas.getContext('2d')
  if (!pen) return undefined
  pen.fillStyle = color
  pen.fillRect(0, 0, 1, 1)
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data
  if (alpha !== 255) return undefined
  const digits = [red!, green!, blue!].map((level) => level.toString(16).padStart(2, '0'))
  return `#${digits.join('')}`.toUpperCase()
}

/** Values that are valid in CSS, but depend on the surrounding elements. */
const namesNoColor = /^(inherit|initial|unset|revert|revert-layer|currentcolor)$|var\(/i
