import { z } from 'zod'
import type { MediaFile } from '../../http/endpoints/build-response.ts'
import { writeDtcg } from './dtcg.ts'
import { slug } from './names.ts'
import { writeCss, writeScss, writeTailwind } from './styles.ts'
import { writeAse, writeGpl } from './swatches.ts'
import { type TokenKit, tokensOf } from './tokens.ts'

type Format = { type: string; ending: string; write(kit: TokenKit): string | Buffer }

const css = 'text/css; charset=utf-8'

const formats = {
  dtcg: { type: 'application/design-tokens+json', ending: '.tokens.json', write: writeDtcg },
  css: { type: css, ending: '.css', write: writeCss },
  scss: { type: 'text/x-scss; charset=utf-8', ending: '.scss', write: writeScss },
  tailwind: { type: css, ending: '.tailwind.css', write: writeTailwind },
  json: { type: 'application/json; charset=utf-8', ending: '.json', write: writeJson },
  ase: { type: 'application/x-adobe-swatch-exchange', ending: '.ase', write: writeAse },
  gpl: { type: 'application/x-gimp-palette; charset=utf-8', ending: '.gpl', write: writeGpl },
} satisfies Record<string, Format>

export type FormatName = keyof typeof formats
export const formatNames = Object.keys(formats) as [FormatName, ...FormatName[]]

const Tokens = z.record(z.string(), z.unknown())

/** The media types with their schemas, for the OpenAPI document. */
export const tokenMedia: Record<string, z.ZodType> = {
  'application/design-tokens+json': Tokens.describe('W3C design tokens, format 2025.10.'),
  'application/json': Tokens.describe('Colors and fonts, keyed by token name.'),
  'text/css': z.string().describe('CSS custom properties or a Tailwind theme.'),
  'text/x-scss': z.string().describe('SCSS variables.'),
  'application/x-gimp-palette': z.string(),
  'application/x-adobe-swatch-exchange': z.string().meta({ format: 'binary' }),
}

export function tokenFile(format: FormatName, kit: Parameters<typeof tokensOf>[0]): MediaFile {
  const { type, ending, write } = formats[format]
  return { type, name: `${slug(kit.name) || 'brand-kit'}${ending}`, body: write(tokensOf(kit)) }
}

/**
 * Writes JSON without a design format, with every notation of a color and every field of a font.
 */
function writeJson({ name, version, colors, fonts }: TokenKit): string {
  const byToken = <Part extends { token: string }>(parts: Part[], fields: (part: Part) => object) =>
    Object.fromEntries(parts.map((part) => [part.token, fields(part)]))
  const file = {
    name,
    version,
    colors: byToken(colors, ({ name, hex, rgb, hsl, opacity, cmyk, pantone, role, group }) => {
      return { name, hex, rgb, hsl, opacity, cmyk, pantone, role, group }
    }),
    fonts: byToken(fonts, ({ family, weight, style, role }) => ({ family, weight, style, role })),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}
