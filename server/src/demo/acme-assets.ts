import { acmeBrandAssets } from './acme-brand-assets.ts'
import { acmeCampaigns } from './acme-campaigns.ts'
import { acmeProducts } from './acme-products.ts'
import type { DemoAsset } from './company.ts'
import { fonts } from './fonts.ts'
import { asset } from './rows.ts'

const license = { copyright: '© 2026 Acme Outfitters' }

/**
 * Some of these assets are as untidy as in a real library: they have no folder, no tags or no description.
 */
const others: readonly DemoAsset[] = [
  asset(
    'acme',
    '/Places',
    'Café Terrace at Dusk',
    'cafe-terrace-at-dusk.jpg',
    [1200, 800],
    ['Café', 'Night', 'Hero'],
    74,
    {
      altText: 'A café terrace under strings of lights, with mountains in the evening sky.',
      description: 'The Café du Col, where the summer tour ended. Free to use in every market.',
      focalPoint: { x: 0.25, y: 0.62 },
      metadata: { place: 'Café du Col', season: 'summer' },
      ...license,
    },
  ),
  asset(
    'acme',
    '/Places',
    "Storefront, North Ridge's First Shop",
    'storefront-north-ridge.png',
    [1200, 800],
    ['Ember', 'Forest'],
    201,
    {
      altText: 'The green front of an Acme shop, a tent in its window.',
      metadata: { place: 'North Ridge', opened: 1987 },
      ...license,
    },
  ),
  asset('acme', '/Places', 'North Trail Map', 'north-trail-map.png', [1200, 900], ['Print-ready'], 166, {
    altText: 'A map with height lines, a lake and a dashed trail.',
    externalId: 'MAP-014',
  }),
  asset(
    'acme',
    '/Campaigns',
    'Packing Checklist',
    'packing-checklist.pdf',
    [900, 1272],
    ['Print-ready'],
    33,
    {
      description: 'One page to print, for the shops and the newsletter.',
    },
  ),
  asset(
    'acme',
    null,
    'Elk Lake (old crop, license has ended)',
    'elk-lake-old-crop.jpg',
    [1200, 675],
    ['Landscape', 'Lake'],
    512,
    {
      altText: 'A lake in evening light.',
      copyright: '© 2024 Brunner & Vale, licensed for two years',
      expiresInDays: -18,
    },
  ),
  asset('acme', null, 'scan-0147', 'scan-0147.jpg', [1000, 700], [], 3),
]

export const acmeAssets: readonly DemoAsset[] = [
  ...acmeBrandAssets,
  ...acmeProducts,
  ...acmeCampaigns,
  ...others,
  ...fonts('acme', ['Josefin Sans', 'Source Serif 4', 'Source Serif 4 Italic', 'Source Sans 3'], 690),
]
