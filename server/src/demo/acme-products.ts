import type { DemoAsset } from './company.ts'
import { asset } from './rows.ts'

const square = [1000, 1000] as const

/** The external ID is the product's number in the shop. */
function shot(
  folder: string,
  name: string,
  file: string,
  sku: string,
  daysAgo: number,
  altText: string | null,
  tags: readonly string[] = [],
) {
  return asset('acme', `/Products${folder}`, name, file, square, ['Product', ...tags], daysAgo, {
    altText,
    externalId: sku,
    focalPoint: { x: 0.5, y: 0.55 },
    metadata: { sku, background: 'studio' },
  })
}

const sleep = '/Tents & Sleep'
const packs = '/Packs'
const kitchen = '/Camp Kitchen'
const lighting = '/Lighting'
const clothing = '/Clothing'

export const acmeProducts: readonly DemoAsset[] = [
  shot(sleep, 'Ridge 2 Tent, Ember', 'ridge-2-ember.jpg', 'AC-TE-201', 232, 'An orange ridge tent.', [
    'Ember',
  ]),
  shot(sleep, 'Ridge 2 Tent, Lake', 'ridge-2-lake.jpg', 'AC-TE-202', 232, 'A blue ridge tent.'),
  shot(sleep, 'Basecamp Dome 4', 'basecamp-dome-4.webp', 'AC-TE-410', 121, 'A yellow dome tent for four.', [
    'Hero',
  ]),
  shot(
    sleep,
    'Larch Sleeping Bag',
    'larch-sleeping-bag.jpg',
    'AC-SL-110',
    64,
    'A green sleeping bag, half open.',
  ),
  shot(
    packs,
    'Trek 50 Backpack, Forest',
    'trek-50-forest.jpg',
    'AC-PA-501',
    305,
    'A green backpack with a yellow mat.',
    ['Forest'],
  ),
  shot(
    packs,
    'Trek 50 Backpack, Ember',
    'trek-50-ember.jpg',
    'AC-PA-502',
    305,
    'An orange backpack with a yellow mat.',
    ['Ember'],
  ),
  shot(packs, 'Loop Daypack, Lake', 'daypack-lake.webp', 'AC-PA-181', 140, 'A blue daypack.'),
  shot(packs, 'Loop Daypack, Berry', 'daypack-berry.webp', 'AC-PA-182', 140, 'A red daypack.'),
  shot(packs, 'Ferry Rolltop', 'rolltop-sun.png', 'AC-PA-240', 97, 'A yellow bag whose top is rolled.'),
  shot(packs, 'Duffel 60', 'duffel-60.jpg', 'AC-PA-600', 55, null),
  shot(kitchen, 'Enamel Mug, Ember', 'enamel-mug-ember.jpg', 'AC-KI-011', 412, 'An orange enamel mug.', [
    'Ember',
    'Hero',
  ]),
  shot(kitchen, 'Enamel Mug, Forest', 'enamel-mug-forest.jpg', 'AC-KI-012', 412, 'A green enamel mug.', [
    'Forest',
  ]),
  shot(
    kitchen,
    'Enamel Mug, Cream',
    'enamel-mug-cream.jpg',
    'AC-KI-013',
    88,
    'A steaming mug of cream enamel.',
  ),
  shot(
    kitchen,
    'Enamel Mugs, Set of Six for the Whole Family and Whoever Comes Along',
    'enamel-mugs-set.png',
    'AC-KI-016',
    41,
    'Six enamel mugs in six colors.',
    ['Flat lay'],
  ),
  shot(kitchen, 'Morning Kettle', 'kettle.jpg', 'AC-KI-030', 260, 'A blue kettle with a wooden handle.'),
  shot(kitchen, 'Stew Pot, 3 l', 'stew-pot.webp', 'AC-KI-044', 260, null),
  shot(kitchen, 'Pocket Gas Stove', 'gas-stove.jpg', 'AC-KI-051', 199, 'A gas stove with four blue flames.'),
  shot(kitchen, 'Flask 750', 'flask-750.jpg', 'AC-KI-075', 130, 'A green flask with a band of cream.'),
  shot(kitchen, 'Cool Box 24', 'cool-box-24.webp', 'AC-KI-240', 143, 'An orange cool box.', ['Ember']),
  shot(
    lighting,
    'Hurricane Lantern, Sun',
    'hurricane-lantern-sun.jpg',
    'AC-LI-001',
    350,
    'A yellow lantern with a flame.',
    ['Hero'],
  ),
  shot(
    lighting,
    'Hurricane Lantern, Berry',
    'hurricane-lantern-berry.jpg',
    'AC-LI-002',
    27,
    'A red lantern with a flame.',
    ['Night'],
  ),
  shot(
    lighting,
    'Firefly Headlamp',
    'firefly-headlamp.png',
    'AC-LI-040',
    12,
    'A headlamp on an orange strap.',
    ['Ember', 'Retouching'],
  ),
  shot(
    clothing,
    'Storm Jacket, Forest',
    'storm-jacket-forest.jpg',
    'AC-CL-301',
    71,
    'A green jacket with a hood.',
    ['Forest'],
  ),
  shot(
    clothing,
    'Storm Jacket, Sun',
    'storm-jacket-sun.jpg',
    'AC-CL-302',
    71,
    'A yellow jacket with a hood.',
  ),
  shot(
    clothing,
    'Bobble Beanie',
    'bobble-beanie.webp',
    'AC-CL-120',
    38,
    'A blue beanie with a zigzag and a bobble.',
  ),
  shot(
    '/Clothing/Footwear',
    'Trail Boot',
    'trail-boot.jpg',
    'AC-CL-710',
    181,
    'A brown boot with a yellow seam.',
    ['Hero'],
  ),
  shot('/Tools', 'Field Compass', 'field-compass.png', 'AC-TO-007', 333, 'A compass with an orange needle.'),
  shot('/Tools', 'Camp Axe', 'camp-axe.jpg', 'AC-TO-019', 333, null),
  shot('', 'Fireside Chair', 'fireside-chair.jpg', 'AC-FU-003', 19, 'A low folding chair in green.', [
    'Forest',
    'Retouching',
  ]),
]
