import { type Drawing, plain } from './drawing.ts'
import { acme } from './palettes.ts'
import { flatLay, type Product, type StudioOptions, studio } from './studio.ts'

const shot = (
  product: Product,
  color: string,
  backdrop: StudioOptions['backdrop'],
  wall: string,
  size = 1,
): Drawing => ({
  draw: (w, h) => studio(w, h, { product, color, wall, backdrop, size }),
})

export function gear(): Record<string, Drawing> {
  const { ember, forest, lake, sun, berry, moss, canvas, sage, mist } = acme
  const clay = '#E6B58F'
  const stone = '#D8CBB5'
  return {
    'ridge-2-ember': shot('ridgeTent', ember, 'hills', mist, 1.1),
    'ridge-2-lake': shot('ridgeTent', lake, 'disc', canvas, 1.1),
    'basecamp-dome-4': shot('domeTent', sun, 'arch', sage, 1.1),
    'larch-sleeping-bag': shot('sleepingBag', moss, 'plinth', stone),
    'trek-50-forest': shot('backpack', forest, 'disc', clay),
    'trek-50-ember': shot('backpack', ember, 'split', mist),
    'daypack-lake': shot('daypack', lake, 'arch', canvas),
    'daypack-berry': shot('daypack', berry, 'plinth', stone),
    'rolltop-sun': shot('rolltop', sun, 'hills', sage),
    'duffel-60': shot('duffel', berry, 'disc', canvas),
    'enamel-mug-ember': shot('mug', ember, 'arch', mist),
    'enamel-mug-forest': shot('mug', forest, 'disc', canvas),
    'enamel-mug-cream': shot('hotMug', '#E9DFC8', 'plinth', '#8FA58B'),
    'enamel-mugs-set': plain((w, h) =>
      flatLay(
        w,
        h,
        canvas,
        [
          ['mug', ember],
          ['mug', forest],
          ['mug', lake],
          ['mug', sun],
          ['mug', berry],
          ['mug', moss],
        ],
        3,
      ),
    ),
    kettle: shot('kettle', lake, 'split', clay),
    'stew-pot': shot('pot', sun, 'hills', sage),
    'gas-stove': shot('stove', berry, 'disc', stone),
    'flask-750': shot('bottle', moss, 'arch', canvas),
    'hurricane-lantern-sun': shot('lantern', sun, 'plinth', '#5B7480'),
    'hurricane-lantern-berry': shot('lantern', berry, 'disc', '#44545B'),
    'firefly-headlamp': shot('headlamp', ember, 'arch', mist),
    'storm-jacket-forest': shot('jacket', forest, 'split', clay),
    'storm-jacket-sun': shot('jacket', sun, 'arch', mist),
    'bobble-beanie': shot('beanie', lake, 'plinth', stone),
    'trail-boot': shot('boot', '#8C5B3A', 'hills', sage),
    'field-compass': shot('compass', forest, 'disc', canvas, 0.95),
    'camp-axe': shot('axe', ember, 'split', sage),
    'fireside-chair': shot('chair', forest, 'arch', clay),
    'cool-box-24': shot('cooler', ember, 'hills', mist),
  }
}
