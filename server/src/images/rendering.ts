export const renditionFormats = ['webp', 'avif', 'jpeg', 'png'] as const
export const fits = ['cover', 'contain', 'inside'] as const

/** A picture to make, in pixels. With one side alone the other follows; no picture is enlarged but a drawn one. */
export type Rendering = {
  width?: number | undefined
  height?: number | undefined
  /** `cover` fills both sides and cuts, `contain` fills and adds a border, `inside` fits within them. */
  fit: (typeof fits)[number]
  format: (typeof renditionFormats)[number]
  /** 1 to 100. */
  quality: number
  /** What `cover` keeps, from the top left, 0 to 1; the middle when not said. */
  focus?: { x: number; y: number } | undefined
}

/** Pixels. */
export const renditionSideMax = 4_096
