import { type Command, InvalidArgumentError, Option } from 'commander'
import { givenId, wholeNumber } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'

const sideMax = 65_535

export function addEdit(assets: Command, terminal: Terminal) {
  const side = (flags: string, about: string) => new Option(flags, about).argParser(wholeNumber(1, sideMax))
  assets
    .command('edit')
    .description('Rotate, flip, crop, scale or convert an image, in this order.')
    .argument('<id>', 'asset ID', givenId)
    .addOption(
      new Option('--as <result>', 'a new version of the asset, or a copy')
        .choices(['version', 'copy'])
        .makeOptionMandatory(),
    )
    .addOption(new Option('--rotate <degrees>', 'clockwise rotation').choices(['0', '90', '180', '270']))
    .addOption(new Option('--flip <direction>', 'mirror').choices(['horizontal', 'vertical']))
    .addOption(
      new Option('--crop <x,y,width,height>', 'area to keep, in pixels of the rotated image').argParser(area),
    )
    .addOption(
      side('--width <pixels>', 'width of the result; with --height, the image is cropped to fill both'),
    )
    .addOption(side('--height <pixels>', 'height of the result'))
    .addOption(new Option('--format <format>', 'image format').choices(['png', 'jpeg', 'webp', 'avif']))
    .addOption(
      new Option('--quality <number>', 'compression quality, 1 to 100').argParser(wholeNumber(1, 100)),
    )
    .option('--name <name>', 'name of the copy')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((id, options) => edit(terminal, id, options))
}

const about = `
Earlier versions are kept. The result contains no camera data or location.

Examples:
  $ atelier assets edit ast_… --as version --rotate 90
  $ atelier assets edit ast_… --as copy --width 1080 --height 1080 --format webp --name 'Square post'
  $ atelier assets edit ast_… --as copy --crop 0,120,1600,900`

type Options = {
  as: 'version' | 'copy'
  rotate?: '0' | '90' | '180' | '270'
  flip?: 'horizontal' | 'vertical'
  crop?: { x: number; y: number; width: number; height: number }
  width?: number
  height?: number
  format?: 'png' | 'jpeg' | 'webp' | 'avif'
  quality?: number
  name?: string
  json?: boolean
}

async function edit(terminal: Terminal, id: string, { json, rotate, ...asked }: Options) {
  const { atelier } = await connect(terminal)
  const turn = rotate === undefined ? {} : { rotate: Number(rotate) as 0 | 90 | 180 | 270 }
  const asset = await atelier.assets.edit(id, { ...asked, ...turn }, { signal: terminal.signal })
  if (json) return print(terminal, jsonLine(asset))
  const { name, version, width, height, mime_type, size } = asset
  const shown = { id: asset.id, name, version, size, type: mime_type, pixels: `${width} × ${height}` }
  await print(terminal, facts(Object.entries(shown)))
}

function area(text: string) {
  const parts = /^(\d{1,5}),(\d{1,5}),(\d{1,5}),(\d{1,5})$/.exec(text)
  if (!parts) throw new InvalidArgumentError('It must be four whole numbers, such as 0,120,1600,900.')
  const [x, y, width, height] = parts.slice(1).map(Number) as [number, number, number, number]
  return { x, y, width, height }
}
