import { writeSvg } from '@atelier/svg/write'
import { type Fonts, withFonts } from '@atelier/typesetting'
import { fill, prepareFilling, resolveValues, type VariableDefinition } from '../../src/index.ts'

const variable = (
  key: string,
  type: VariableDefinition['type'],
  more: Partial<VariableDefinition> = {},
): VariableDefinition => ({ key, type, label: key, required: false, default: null, ...more })

const document = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <style>.ground{fill:#0B3D2E}</style><rect id="$ground" class="ground" width="800" height="600"/>
  <circle id="$avatar" cx="120" cy="120" r="80" fill="#ccc" stroke="#f00" transform="rotate(10 120 120)"/>
  <text id="$headline" x="240" y="120" font-size="40" fill="#fff">Designed <tspan font-weight="700">words</tspan></text>
  <text id="$price" x="240" y="200" font-size="40">€ 00.000,00</text>
  <rect id="$code" x="40" y="380" width="180" height="180"/><rect id="$bars" x="240" y="380" width="200" height="100" fill="#fff"/>
  <rect id="$logo" x="600" y="500" width="160" height="60"/>
  <g id="$items"><g><text id="$name" x="460" y="400" font-size="20">Tea and more</text></g><g><text id="$name_2" x="460" y="430">Tea</text></g></g>
</svg>`

const definitions = [
  variable('ground', 'color'),
  variable('avatar', 'image'),
  variable('headline', 'text', { fit: 'shrink_and_wrap', max_lines: 2, hyphenate: true }),
  variable('price', 'number', { format: { style: 'currency', currency: 'EUR' }, locale: 'de' }),
  variable('code', 'qr'),
  variable('bars', 'barcode', { symbology: 'ean13' }),
  variable('logo', 'logo'),
  variable('items', 'list', { columns: 2, column_gap: 30 }),
  variable('name', 'text', { list: 'items' }),
]

const headlines = ['Frühling in der Stadt', 'ربيع في المدينة', '春の街へようこそ', 'שלום עולם', 'नमस्ते दुनिया']

/** Documents with every type of value, serialized, and their findings. */
export async function samples(fonts: Fonts): Promise<string[]> {
  await prepareFilling(definitions)
  const picture = (key: string) => ({ key, width: 600, height: 400, hasAlpha: false })
  const found: string[] = []
  for (const headline of headlines) {
    const given = {
      ground: '#123456',
      avatar: { asset_id: 'ast_1', focal_point: { x: 0.8, y: 0.1 } },
      headline,
      price: 1234.5,
      code: headline,
      bars: '9783161484100',
      items: [{ name: headline }, { name: 'Tea' }, {}],
    }
    const pictures = new Map([['ast_1', picture('photo')]])
    const values = resolveValues(definitions, given, { pictures })
    const logos = (['light', 'dark'] as const).map((theme) => ({
      ...{ variant: 'primary' as const, theme, isDefault: false },
      picture: picture(theme),
    }))
    const { root, findings } = await withFonts(fonts, () =>
      fill(document, { variables: definitions }, values, { fonts, logos }),
    )
    found.push(writeSvg(root), JSON.stringify(findings))
  }
  return found
}
