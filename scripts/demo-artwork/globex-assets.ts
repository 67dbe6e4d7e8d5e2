import { type Drawing, plain } from './drawing.ts'
import { circuit, cubes, halftone, ribbons, tiles } from './globex-abstract.ts'
import { chartCard, themes } from './globex-charts.ts'
import { type DeviceShot, deviceShot } from './globex-devices.ts'
import { cityGrid, pylons } from './globex-grid.ts'
import { panelCells, rooftops, solarField } from './globex-solar.ts'
import { windFarm } from './globex-wind.ts'
import { type IconName, icon } from './icons.ts'
import {
  globexColors,
  globexLogo,
  globexLogoWidth,
  globexMark,
  globexWordmark,
  type LogoColors,
} from './logos.ts'
import { globex } from './palettes.ts'
import { at } from './svg.ts'

const device = (o: DeviceShot): Drawing => ({ draw: (w, h) => deviceShot(w, h, o) })

export const globexAssets: Readonly<Record<string, Drawing>> = {
  ...brand(),
  ...icons(),
  'pattern-circuit': plain((w, h) =>
    circuit(w, h, { ground: globex.ink, trace: '#24418F', bright: globex.cyan }),
  ),
  'pattern-halftone': plain(halftone),
  'pattern-cubes': plain(cubes),
  'pattern-tiles': plain((w, h) => tiles(w, h, 'brand')),
  'solar-field-noon': plain((w, h) => solarField(w, h, 'noon')),
  'solar-field-morning': plain((w, h) => solarField(w, h, 'morning')),
  'rooftop-row': plain(rooftops),
  'panel-cells': plain(panelCells),
  'wind-farm-morning': plain((w, h) => windFarm(w, h, 'morning')),
  'wind-farm-offshore-evening': plain((w, h) => windFarm(w, h, 'evening', true)),
  'wind-farm-copy': plain((w, h) => windFarm(w, h, 'evening')),
  'wind-farm-night': plain((w, h) => windFarm(w, h, 'night')),
  'wind-farm-offshore-noon': plain((w, h) => windFarm(w, h, 'noon', true)),
  'city-grid-night': plain(cityGrid),
  'pylons-evening': plain((w, h) => pylons(w, h, 'evening')),
  'pylons-morning': plain((w, h) => pylons(w, h, 'morning')),
  'home-hub': device({ device: 'hub', from: '#EAF1FF', to: '#BFD4FF', size: 1.2 }),
  'reservoir-battery': device({ device: 'wallBattery', from: '#E6FBF4', to: '#B5EEDC' }),
  'street-charger': device({ device: 'charger', from: '#FFF4D8', to: '#FFDD8A' }),
  'app-on-phone': device({ device: 'phone', from: '#F0EBFF', to: '#CFC2FF' }),
  'dashboard-on-laptop': device({ device: 'laptop', from: '#EAF1FF', to: '#BFD4FF', size: 1.25 }),
  'dashboard-on-tablet': device({ device: 'tablet', from: '#FFEAE4', to: '#FFC4B3', size: 1.3 }),
  'chart-output-by-month': plain((w, h) =>
    chartCard(w, h, themes.light, { kind: 'line', title: 'Output by month', figure: '+18%' }),
  ),
  'chart-sun-and-wind': plain((w, h) =>
    chartCard(w, h, themes.dark, { kind: 'bars', title: 'Sun and wind', figure: '412 GWh' }),
  ),
  'chart-sources': plain((w, h) =>
    chartCard(w, h, themes.light, { kind: 'donut', title: 'Where it comes from', figure: '46%' }),
  ),
  'chart-week-of-sun': plain((w, h) =>
    chartCard(w, h, themes.dark, { kind: 'heatmap', title: 'A week of sun', figure: '61 h' }),
  ),
  'key-visual-ribbons': plain((w, h) => ribbons(w, h, 'launch')),
}

function brand(): Record<string, Drawing> {
  const row = (c: LogoColors): Drawing =>
    plain((w, h) => globexLogo((w - globexLogoWidth(h * 0.7)) / 2, h * 0.15, h * 0.7, c), c.paper)
  const { light, dark, black, white } = globexColors
  return {
    'globex-logo': row(light),
    'globex-logo-on-dark': row(dark),
    'globex-logo-black': row(black),
    'globex-logo-white': row(white),
    'globex-mark': plain((w, h) => at(w / 2, h / 2, h / 112, globexMark(light)), globex.white),
    'globex-wordmark': plain(
      (w, h) => globexWordmark(w / 2, h * 0.2, h * 0.44, globex.ink, 'middle'),
      globex.white,
    ),
  }
}

function icons(): Record<string, Drawing> {
  const names: IconName[] = ['bolt', 'panel', 'turbine', 'battery', 'home', 'plug', 'chart']
  return Object.fromEntries(
    names.map((name) => [
      `icon-${name}`,
      plain((w) => at(0, 0, w / 24, icon(name, globex.blue)), globex.fog),
    ]),
  )
}
