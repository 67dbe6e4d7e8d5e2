/**
 * Black or white, whichever has more contrast with a color. By WCAG 2.2, they are equal at a luminance of
 * 0.179.
 */
export function inkOn(hex: string): '#000' | '#fff' {
  const [red, green, blue] = [1, 3, 5].map((at) => linear(Number.parseInt(hex.slice(at, at + 2), 16) / 255))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue! > 0.179 ? '#000' : '#fff'
}

const linear = (share: number) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4)
