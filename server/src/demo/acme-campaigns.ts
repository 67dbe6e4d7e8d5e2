import type { DemoAsset } from './company.ts'
import { asset } from './rows.ts'

const wide = [1200, 800] as const
const banner = [1200, 500] as const
const tall = [800, 1200] as const

type More = Parameters<typeof asset>[7]

const scene =
  (year: number, season: string) =>
  (
    name: string,
    file: string,
    size: readonly [number, number],
    tags: readonly string[],
    daysAgo: number,
    altText: string | null,
    more: More = {},
  ) =>
    asset('acme', `/Campaigns/${year}/${season}`, name, file, size, tags, daysAgo, {
      altText,
      copyright: `© ${year} Acme Outfitters`,
      metadata: { season: season.toLowerCase(), year },
      ...more,
    })

const spring = scene(2026, 'Spring')
const summer = scene(2026, 'Summer')
const autumn = scene(2026, 'Autumn')
const winter = scene(2025, 'Winter')

export const acmeCampaigns: readonly DemoAsset[] = [
  spring(
    'First Light on Elk Lake',
    'first-light-elk-lake.jpg',
    wide,
    ['Landscape', 'Lake', 'Hero'],
    262,
    'A tent by a lake at dawn.',
    {
      description: 'The picture of the spring campaign. Keep the tent in every crop.',
      focalPoint: { x: 0.66, y: 0.82 },
      externalId: 'CMP-26-S-001',
    },
  ),
  spring(
    'Thaw on the North Ridge',
    'thaw-north-ridge.jpg',
    wide,
    ['Landscape', 'Lake'],
    259,
    'A jetty in the mist.',
  ),
  spring('Meadow in May', 'meadow-in-may.jpg', wide, ['Landscape'], 201, 'A hammock in a green meadow.', {
    focalPoint: { x: 0.42, y: 0.76 },
  }),
  spring(
    'The Van Goes North',
    'van-goes-north.jpg',
    wide,
    ['Landscape'],
    214,
    'A camper van before blue mountains.',
    { focalPoint: { x: 0.58, y: 0.8 } },
  ),
  spring(
    'Swallows over the Valley',
    'swallows-over-the-valley.webp',
    tall,
    ['Landscape'],
    198,
    'Birds in a pink sky.',
  ),
  spring(
    'Spring 2026 Hero, wide crop for the home page and the newsletter (no text)',
    'spring-hero-wide.jpg',
    banner,
    ['Hero', 'Lake'],
    251,
    'A dome tent by a lake at dawn.',
  ),
  summer(
    'Canoe at Noon',
    'canoe-at-noon.jpg',
    wide,
    ['Landscape', 'Lake', 'Hero'],
    160,
    'A red canoe on blue water.',
    {
      description: 'The picture of the summer campaign.',
      focalPoint: { x: 0.46, y: 0.72 },
      externalId: 'CMP-26-U-001',
    },
  ),
  summer(
    'Golden Hour on the Ridge',
    'golden-hour-on-the-ridge.jpg',
    wide,
    ['Landscape'],
    151,
    'Two hikers in golden light.',
    { focalPoint: { x: 0.6, y: 0.78 } },
  ),
  summer(
    'Campfire at Silver Lake',
    'campfire-silver-lake.jpg',
    wide,
    ['Landscape', 'Lake', 'Night'],
    133,
    'A tent and a fire by a lake at dusk.',
  ),
  summer(
    'Perseids, the Night nobody Slept',
    'perseids.jpg',
    wide,
    ['Landscape', 'Night', 'Hero'],
    99,
    'A lit tent under the stars.',
  ),
  summer(
    'Red Canoe, Evening',
    'red-canoe-evening.webp',
    tall,
    ['Landscape', 'Lake', 'Retouching'],
    112,
    null,
  ),
  summer(
    'Summer Packing List',
    'summer-packing-list.png',
    [1200, 1200],
    ['Flat lay', 'Product'],
    171,
    'Nine things for a summer trip, laid out in a grid.',
  ),
  autumn(
    'Van under the Larches',
    'van-under-the-larches.jpg',
    wide,
    ['Landscape', 'Hero'],
    58,
    'A camper van among brown larches.',
    {
      description: 'The picture of the autumn campaign.',
      focalPoint: { x: 0.5, y: 0.8 },
      externalId: 'CMP-26-A-001',
    },
  ),
  autumn(
    "Rain Clears at Lac d'Été",
    'rain-clears-lac-dete.jpg',
    wide,
    ['Landscape', 'Lake'],
    49,
    'Two hikers by a gray lake.',
  ),
  autumn('Cabin in October', 'cabin-in-october.jpg', wide, ['Landscape'], 36, 'A cabin among red trees.'),
  autumn('Autumn Story Background', 'autumn-tall.webp', [675, 1200], ['Landscape', 'Lake'], 44, null, {
    expiresInDays: 40,
  }),
  autumn(
    'Autumn Packing List',
    'autumn-packing-list.png',
    [1200, 800],
    ['Flat lay', 'Product', 'Ember'],
    61,
    'Six things for an autumn trip.',
  ),
  winter(
    'The Hut below Piz Älva',
    'hut-below-piz-alva.jpg',
    wide,
    ['Landscape', 'Hero'],
    356,
    'A hut in deep snow.',
    { focalPoint: { x: 0.62, y: 0.76 } },
  ),
  winter(
    'Aurora over Basecamp',
    'aurora-over-basecamp.jpg',
    wide,
    ['Landscape', 'Night', 'Lake'],
    341,
    'A lit tent under northern lights.',
    { expiresInDays: 9 },
  ),
  winter(
    'Blue Hour at the Hut',
    'blue-hour-hut.jpg',
    wide,
    ['Landscape', 'Night'],
    338,
    'A lit hut at dusk.',
  ),
  winter(
    'Winter Hero Wide',
    'winter-hero-wide.jpg',
    banner,
    ['Hero', 'Landscape'],
    349,
    'Two hikers before white mountains.',
  ),
]
