import type { DemoAsset } from './company.ts'
import { asset } from './rows.ts'

const logo = (name: string, file: string, size: readonly [number, number], altText: string) =>
  asset('acme', '/Brand/Logos', name, file, size, ['Logo'], 690, { altText, copyright: '© Acme Outfitters' })

const icon = (name: string) =>
  asset('acme', '/Brand/Icons', `Icon ${name}`, `icon-${name.toLowerCase()}.svg`, [96, 96], ['Icon'], 420, {
    metadata: { grid: 24, stroke: 1.75 },
  })

const pattern = (name: string, stem: string, extension: string, daysAgo: number, description: string) =>
  asset('acme', '/Brand/Patterns', name, `pattern-${stem}.${extension}`, [1000, 1000], ['Pattern'], daysAgo, {
    description,
  })

export const acmeBrandAssets: readonly DemoAsset[] = [
  logo('Acme Logo', 'acme-logo.svg', [600, 180], 'Acme'),
  logo('Acme Logo on Dark', 'acme-logo-on-dark.svg', [600, 180], 'Acme, in cream'),
  logo('Acme Logo Black', 'acme-logo-black.svg', [600, 180], 'Acme, in black'),
  logo('Acme Logo White', 'acme-logo-white.svg', [600, 180], 'Acme, in white'),
  logo('Acme Logo Stacked', 'acme-logo-stacked.svg', [400, 400], 'The mark of Acme above its name'),
  logo('Acme Mark', 'acme-mark.svg', [320, 320], 'Two peaks before a sun'),
  logo('Acme Wordmark', 'acme-wordmark.svg', [600, 180], 'Acme'),
  logo("Founders' Badge, 1987", 'acme-badge-1987.png', [800, 800], 'A round badge: Acme, since 1987'),
  ...['Tent', 'Mountain', 'Pine', 'Campfire', 'Compass', 'Backpack'].map(icon),
  ...['Mug', 'Lantern', 'Sun', 'Boot'].map(icon),
  pattern(
    'Pattern Topography',
    'topography',
    'svg',
    402,
    'Height lines of Elk Lake, for paper and box linings.',
  ),
  pattern('Pattern Ridgeline', 'ridgeline', 'svg', 402, 'The mark as a zigzag, for cards and straps.'),
  pattern('Pattern Pines', 'pines', 'png', 377, 'For wrapping paper.'),
  pattern('Pattern Camp Plaid', 'plaid', 'png', 377, 'The flannel of 1987, for blankets and gift cards.'),
  pattern('Pattern Ripples', 'ripples', 'svg', 158, 'For everything that holds water.'),
  pattern('Pattern Pebbles', 'pebbles', 'png', 158, 'For the lining of the summer packs.'),
]
