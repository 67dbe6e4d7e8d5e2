import { contrastRatio, rgbOfHex } from '@atelier/filling/contrast'

export type Theme = {
  link: string
  button: string
  buttonText: string
}

/** Colors for light and dark mode, each legible on its background. */
export type Themes = { light: Theme; dark: Theme }

export const grounds = { light: '#FFFFFF', dark: '#16181D' } as const
/** The minimum contrast for text of any size (WCAG 2.2, 1.4.3). */
const textContrastMin = 4.5
const fallbackAccent = { light: '#1F4FD8', dark: '#9DB7FF' }

type BrandColor = { hex: string; opacity: number; role: string | null }

/** The themes that suit the colors of a brand. Without colors, the page is plain. */
export function themesOf(colors: readonly BrandColor[]): Themes {
  const accents = colors
    .filter(({ role, opacity }) => opacity === 1 && role !== 'background' && role !== 'text')
    .sort((a, b) => rankOf(a.role) - rankOf(b.role))
    .map(({ hex }) => hex)
  return { light: themeOf('light', accents), dark: themeOf('dark', accents) }
}

const roles = ['primary', 'accent', 'secondary']
const rankOf = (role: string | null) => (roles.indexOf(role ?? '') + roles.length + 1) % (roles.length + 1)

/** The first color of the brand that is legible here. */
function themeOf(ground: keyof typeof grounds, accents: readonly string[]): Theme {
  const color =
    accents.find((hex) => contrast(hex, grounds[ground]) >= textContrastMin) ?? fallbackAccent[ground]
  const buttonText = contrast(color, '#FFFFFF') >= contrast(color, '#000000') ? '#FFFFFF' : '#000000'
  return { link: color, button: color, buttonText }
}

const contrast = (a: string, b: string) => contrastRatio(rgbOfHex(a), rgbOfHex(b))

const variables = ({ link, button, buttonText }: Theme) =>
  `:root{--link:${link};--button:${button};--button-text:${buttonText}}`

/** The style that sets the colors of a page. */
export const coloring = ({ light, dark }: Themes): string =>
  `${variables(light)}@media (prefers-color-scheme:dark){${variables(dark)}}`

export const plainColoring = variables({ link: '#1f4fd8', button: '#1f4fd8', buttonText: '#fff' })
