import { InvalidArgumentError } from 'commander'

export type Size = { width: number; height?: number }

/** Reads `1080,1080x1920`: widths, or widths and heights, in pixels. */
export function sizesIn(text: string): Size[] {
  return text.split(',').map((one) => {
    const [, width, height] = /^\s*(\d{1,5})(?:[x×](\d{1,5}))?\s*$/.exec(one) ?? []
    if (width === undefined)
      throw new InvalidArgumentError('It must contain widths or sizes in pixels, such as 1080,1080x1920.')
    return { width: Number(width), ...(height !== undefined && { height: Number(height) }) }
  })
}
