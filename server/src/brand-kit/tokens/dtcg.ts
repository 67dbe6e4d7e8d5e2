import { rgbOfHex } from '../notations.ts'
import type { ColorToken, FontToken, TokenKit } from './tokens.ts'

const vendor = 'atelier.brand-kit'

/**
 * The Design Tokens Community Group's format of 2025.10. A font is a family and a weight: a `typography` token must
 * have a size and a line height too (§9.7), and a brand kit says nothing about those.
 */
export function writeDtcg({ id, name, version, colors, fonts }: TokenKit): string {
  return `${JSON.stringify(
    {
      $schema: 'https://www.designtokens.org/schemas/2025.10/format.json',
      $description: name,
      $extensions: { [vendor]: { id, version } },
      color: {
        $type: 'color',
        ...Object.fromEntries(colors.map((color) => [color.token, colorToken(color)])),
      },
      font: Object.fromEntries(fonts.map((font) => [font.token, fontGroup(font)])),
    },
    null,
    2,
  )}\n`
}

function colorToken({ id, name, hex, opacity, cmyk, pantone, role, group }: ColorToken) {
  const { r, g, b } = rgbOfHex(hex)
  return {
    $description: name,
    $value: { colorSpace: 'srgb', components: [r, g, b].map(share), alpha: opacity, hex: hex.toLowerCase() },
    $extensions: { [vendor]: { id, cmyk, pantone, role, group } },
  }
}

function fontGroup({ id, family, weight, style, role, asset_id }: FontToken) {
  return {
    $description: `${family} ${weight}${style === 'italic' ? ' italic' : ''}`,
    // There is no type for a style yet.
    $extensions: { [vendor]: { id, style, role, asset_id } },
    // In braces it would be the name of another token.
    family: { $type: 'fontFamily', $value: family.replace(/^\{(.*)\}$/, '$1') },
    weight: { $type: 'fontWeight', $value: weight },
  }
}

/** Four decimals tell all 256 levels apart. */
const share = (level: number) => Math.round((level / 255) * 10_000) / 10_000
