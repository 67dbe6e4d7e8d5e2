import { rgbOfHex } from '../notations.ts'
import type { ColorToken, FontToken, TokenKit } from './tokens.ts'

const vendor = 'atelier.brand-kit'

/**
 * The format of the Design Tokens Community Group, 2025.10. A font becomes a family and a weight, because a
 * `typography` token also needs a size and a line height (§9.7), which a brand kit does not have.
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
    // The format has no type for a font style yet.
    $extensions: { [vendor]: { id, style, role, asset_id } },
    // A name in braces would be a reference to another token.
    family: { $type: 'fontFamily', $value: family.replace(/^\{(.*)\}$/, '$1') },
    weight: { $type: 'fontWeight', $value: weight },
  }
}

/** Converts a level to a share of 255, with four decimals, which distinguish all levels. */
const share = (level: number) => Math.round((level / 255) * 10_000) / 10_000
