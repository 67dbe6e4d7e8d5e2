import type { ColorToken, FontToken, TokenKit } from './tokens.ts'

/** Writes CSS and its extensions, such as SCSS. */

export function writeCss(kit: TokenKit): string {
  const lines = declarations(kit, {
    color: (token) => `--color-${token}`,
    family: (token) => `--font-${token}-family`,
    weight: (token) => `--font-${token}-weight`,
    style: (token) => `--font-${token}-style`,
  })
  return `/* ${title(kit)} */\n:root {\n${lines.map(([note, line]) => `  ${line} /* ${note} */\n`).join('')}}\n`
}

/**
 * Tailwind 4: a theme with its utilities `bg-forest`, `font-heading`, `font-heading-weight`. Families and
 * weights share the prefix `font-`, so they need different names. Tailwind has no utility for a style.
 */
export function writeTailwind(kit: TokenKit): string {
  const lines = declarations(kit, {
    color: (token) => `--color-${token}`,
    family: (token) => `--font-${token}`,
    weight: (token) => `--font-weight-${token}-weight`,
  })
  return `/* ${title(kit)} */\n@theme {\n${lines.map(([note, line]) => `  ${line} /* ${note} */\n`).join('')}}\n`
}

/**
 * Notes are silent comments, because Sass evaluates `#{…}` in other comments, and names are untrusted text.
 */
export function writeScss(kit: TokenKit): string {
  const lines = declarations(kit, {
    color: (token) => `$color-${token}`,
    family: (token) => `$font-${token}-family`,
    weight: (token) => `$font-${token}-weight`,
    style: (token) => `$font-${token}-style`,
  })
  return `// ${title(kit)}\n${lines.map(([note, line]) => `${line} // ${note}\n`).join('')}`
}

type Names = Partial<Record<'color' | 'family' | 'weight' | 'style', (token: string) => string>>

/** A comment before each declaration contains the name that people chose. */
function declarations({ colors, fonts }: TokenKit, names: Names): [note: string, line: string][] {
  return [
    ...colors.map((color): [string, string] => [
      plain(color.name),
      `${names.color!(color.token)}: ${cssColor(color)};`,
    ]),
    ...fonts.flatMap((font) => fontDeclarations(font, names)),
  ]
}

function fontDeclarations(font: FontToken, names: Names): [string, string][] {
  const values = { family: cssString(font.family), weight: `${font.weight}`, style: font.style }
  return (['family', 'weight', 'style'] as const).flatMap((property) => {
    const name = names[property]?.(font.token)
    return name === undefined
      ? []
      : [[plain(font.family), `${name}: ${values[property]};`] as [string, string]]
  })
}

function cssColor({ hex, rgb, opacity }: ColorToken): string {
  return opacity === 1 ? hex.toLowerCase() : `rgb(${rgb.r} ${rgb.g} ${rgb.b} / ${opacity})`
}

/**
 * A CSS string (CSS Syntax 3 §4.3.5) in ASCII. Characters that could end it, or that Sass or an HTML page
 * could interpret, are escaped.
 */
function cssString(text: string): string {
  const escaped = text.replace(
    /[^A-Za-z0-9 _.,+-]/gu,
    (character) => `\\${character.codePointAt(0)!.toString(16)} `,
  )
  return `"${escaped}"`
}

const title = ({ name, version }: TokenKit) => `${plain(name)}, version ${version}`

/** Makes text safe in a comment and in an HTML page. The result is one line that ends neither. */
const plain = (text: string) =>
  text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replaceAll('*/', '* /')
    .replaceAll('</', '< /')
