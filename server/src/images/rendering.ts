import { sideMax } from './limits.ts'

export const renditionFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export const outputFormats = [...renditionFormats, 'tiff'] as const
export const colorProfiles = ['srgb', 'p3', 'cmyk'] as const
export const fits = ['cover', 'contain', 'inside'] as const

/**
 * A requested rendition, in pixels. If only one side is set, the other side follows. Only vectors are
 * enlarged.
 */
export type Rendering = {
  width?: number | undefined
  height?: number | undefined
  /** `cover` fills both sides and crops, `contain` adds a border, and `inside` fits within them. */
  fit: (typeof fits)[number]
  format: (typeof outputFormats)[number]
  /** 1 to 100. */
  quality: number
  /** The point that `cover` keeps visible, from the top left, 0 to 1. Defaults to the center. */
  focus?: { x: number; y: number } | undefined
  /**
   * The color of the border and behind transparent parts. Defaults to white where the format cannot be
   * transparent.
   */
  background?: string | undefined
  /**
   * Only presets set this field. `srgb` is not embedded in the file, because it is the default of every
   * program.
   */
  profile?: (typeof colorProfiles)[number] | undefined
  enlarge?: boolean | undefined
  /** Pages start at 1. Defaults to the first page. */
  page?: number | undefined
}

export const renditionSideMax = 4_096

/** Maximum side of each format in pixels: the limit of the format or of its encoder. */
export const sidesMax: Record<Rendering['format'], number> = {
  webp: 16_383,
  avif: 16_384,
  jpeg: 65_500,
  png: sideMax,
  tiff: sideMax,
}
