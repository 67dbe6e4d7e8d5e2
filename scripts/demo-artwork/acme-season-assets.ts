import { type Drawing, plain } from './drawing.ts'
import { type LandscapeOptions, landscape } from './landscape.ts'
import { acme } from './palettes.ts'
import { flatLay } from './studio.ts'

const scene = (o: LandscapeOptions): Drawing => ({ draw: (w, h) => landscape(w, h, o) })

export function spring(): Record<string, Drawing> {
  return {
    'first-light-elk-lake': scene({
      seed: 'elk',
      light: 'dawn',
      lake: true,
      sunX: 0.3,
      sunY: 0.33,
      subjects: [{ what: 'tent', x: 0.66, size: 1.15 }],
    }),
    'thaw-north-ridge': scene({
      seed: 'thaw',
      light: 'mist',
      lake: true,
      horizon: 0.55,
      sunX: 0.5,
      peaks: 3,
      subjects: [{ what: 'jetty', x: 0.4, size: 1.4 }],
    }),
    'meadow-in-may': scene({
      seed: 'meadow',
      light: 'day',
      trees: false,
      sunX: 0.82,
      peaks: 5,
      birds: true,
      subjects: [{ what: 'hammock', x: 0.42, size: 1.2 }],
    }),
    'van-goes-north': scene({
      seed: 'north road',
      light: 'day',
      sunX: 0.2,
      sunY: 0.2,
      peaks: 6,
      subjects: [{ what: 'van', x: 0.58, size: 1.2 }],
    }),
    'swallows-over-the-valley': scene({
      seed: 'swallows',
      light: 'dawn',
      horizon: 0.68,
      sunX: 0.54,
      sunY: 0.36,
      peaks: 3,
      birds: true,
    }),
    'spring-hero-wide': scene({
      seed: 'hero',
      light: 'dawn',
      lake: true,
      horizon: 0.66,
      sunX: 0.75,
      sunY: 0.4,
      peaks: 6,
      subjects: [{ what: 'dome', x: 0.26, size: 0.6 }],
    }),
  }
}

export function summer(): Record<string, Drawing> {
  const { ember, forest, sun, lake, moss, berry } = acme
  return {
    'canoe-at-noon': scene({
      seed: 'canoe',
      light: 'day',
      lake: true,
      horizon: 0.5,
      sunX: 0.76,
      sunY: 0.18,
      peaks: 5,
      subjects: [{ what: 'canoe', x: 0.46, y: 0.74, size: 1.15 }],
    }),
    'golden-hour-on-the-ridge': scene({
      seed: 'golden',
      light: 'golden',
      horizon: 0.66,
      sunX: 0.4,
      sunY: 0.38,
      peaks: 4,
      subjects: [{ what: 'hikers', x: 0.6, size: 1.5 }],
    }),
    'campfire-silver-lake': scene({
      seed: 'silver',
      light: 'dusk',
      lake: true,
      sunX: 0.6,
      sunY: 0.42,
      subjects: [
        { what: 'tent', x: 0.3 },
        { what: 'fire', x: 0.56, size: 0.8 },
      ],
    }),
    perseids: scene({
      seed: 'perseids',
      light: 'night',
      horizon: 0.72,
      sunX: 0.84,
      sunY: 0.16,
      peaks: 3,
      subjects: [{ what: 'tent', x: 0.45, size: 1.1 }],
    }),
    'red-canoe-evening': scene({
      seed: 'evening canoe',
      light: 'golden',
      lake: true,
      horizon: 0.56,
      sunX: 0.66,
      sunY: 0.36,
      peaks: 3,
      subjects: [{ what: 'canoe', x: 0.56, y: 0.76 }],
    }),
    'summer-packing-list': plain((w, h) =>
      flatLay(
        w,
        h,
        acme.sage,
        [
          ['backpack', forest],
          ['bottle', ember],
          ['headlamp', sun],
          ['compass', lake],
          ['mug', berry],
          ['sleepingBag', moss],
          ['boot', '#8C5B3A'],
          ['stove', ember],
          ['axe', forest],
        ],
        3,
      ),
    ),
  }
}

/** Landscapes of autumn and winter. */
export function cold(): Record<string, Drawing> {
  const { ember, lake, sun, berry, moss } = acme
  return {
    'van-under-the-larches': scene({
      seed: 'larches',
      light: 'autumn',
      sunX: 0.24,
      subjects: [{ what: 'van', x: 0.5, size: 1.25, color: acme.moss }],
    }),
    'rain-clears-lac-dete': scene({
      seed: 'rain',
      light: 'mist',
      lake: true,
      horizon: 0.6,
      sunX: 0.8,
      peaks: 5,
      birds: true,
      subjects: [{ what: 'hikers', x: 0.32, size: 1.3 }],
    }),
    'cabin-in-october': scene({
      seed: 'october',
      light: 'autumn',
      horizon: 0.56,
      sunX: 0.7,
      peaks: 3,
      subjects: [{ what: 'cabin', x: 0.46, size: 1.3 }],
    }),
    'autumn-tall': scene({
      seed: 'tall',
      light: 'autumn',
      lake: true,
      horizon: 0.58,
      sunY: 0.2,
      peaks: 2,
      subjects: [{ what: 'canoe', x: 0.5, y: 0.76, color: acme.ember }],
    }),
    'autumn-packing-list': plain((w, h) =>
      flatLay(
        w,
        h,
        '#D9B891',
        [
          ['jacket', ember],
          ['beanie', lake],
          ['lantern', sun],
          ['kettle', moss],
          ['boot', '#6B4630'],
          ['duffel', berry],
        ],
        3,
      ),
    ),
    'hut-below-piz-alva': scene({
      seed: 'hut',
      light: 'winter',
      horizon: 0.58,
      sunX: 0.26,
      sunY: 0.24,
      peaks: 4,
      subjects: [{ what: 'cabin', x: 0.62, size: 1.3 }],
    }),
    'aurora-over-basecamp': scene({
      seed: 'aurora',
      light: 'night',
      aurora: true,
      lake: true,
      sunX: 0.88,
      sunY: 0.14,
      peaks: 4,
      subjects: [{ what: 'dome', x: 0.36, size: 1.1 }],
    }),
    'blue-hour-hut': scene({
      seed: 'blue hour',
      light: 'dusk',
      horizon: 0.6,
      sunX: 0.4,
      sunY: 0.46,
      peaks: 5,
      subjects: [{ what: 'cabin', x: 0.58, size: 1.2 }],
    }),
    'winter-hero-wide': scene({
      seed: 'white',
      light: 'winter',
      horizon: 0.68,
      sunX: 0.7,
      sunY: 0.34,
      peaks: 7,
      subjects: [{ what: 'hikers', x: 0.3, size: 0.9 }],
    }),
  }
}
