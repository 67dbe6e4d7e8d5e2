import type { Availability } from '../assets/availability.ts'

type Logo = {
  file_key: string
  mime_type: string
  variant: string
  theme: string
  is_default: boolean
  availability: Availability
  renditions: { name: string; key: string }[]
}

/**
 * The file of a logo for light backgrounds. In dark mode, the logo is shown on a light plate. An SVG is sent
 * unchanged, for sharp edges; of other types, only a rendition is sent. Visitors see the logo before they
 * enter the password.
 */
export function headerLogoOf(logos: readonly Logo[]): string | undefined {
  const legible = logos.filter(({ theme, availability }) => theme !== 'dark' && availability === 'available')
  const order = ['primary', 'wordmark', 'secondary', 'icon', 'monochrome']
  const [logo] = [...legible].sort(
    (a, b) =>
      order.indexOf(a.variant) - order.indexOf(b.variant) || Number(b.is_default) - Number(a.is_default),
  )
  if (!logo) return undefined
  const drawn = logo.renditions.find(({ name }) => name === 'small') ?? logo.renditions[0]
  return logo.mime_type === 'image/svg+xml' ? logo.file_key : drawn?.key
}
