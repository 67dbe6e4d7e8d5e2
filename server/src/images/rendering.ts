export const renditionFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export const fits = ['cover', 'contain', 'inside'] as const

/**
 * A requested rendition, in pixels. If only one side is set, the other follows. Only vectors are enlarged.
 */
export type Rendering = {
  width?: number | undefined
  height?: number | undefined
  /** `cover` fills both sides and crops, `contain` adds a border, and `inside` fits within them. */
  fit: (typeof fits)[number]
  format: (typeof renditionFormats)[number]
  /** The quality, from 1 to 100. */
  quality: number
  /** The point that `cover` keeps visible, from the top left, 0 to 1. Defaults to the center. */
  focus?: { x: number; y: number } | undefined
}

/** Pixels. */
export const renditionSideMax = 4_096
