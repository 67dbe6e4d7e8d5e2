import {
  type Filled,
  fill,
  type GivenValues,
  prepareFilling,
  resolveValues,
  type VariableDefinition,
  validateValues,
} from '@atelier/filling'
import { viewBoxOf } from '@atelier/svg/size'
import { writeSvg } from '@atelier/svg/write'
import { type Box, type Fonts, openFonts, withFonts } from '@atelier/typesetting'
import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'
import type {
  FromWorker,
  Place,
  Preview,
  PreviewFont,
  PreviewRequest,
  PreviewSetup,
  ToWorker,
} from './messages.ts'
import { shippedFontsPath } from './paths.ts'
import { openPictures } from './pictures.ts'
import { drawable } from './values.ts'
import { placesIn } from './variable-boxes.ts'

const pictures = openPictures()
let prepared: Promise<Prepared> | undefined

type Prepared = PreviewSetup & { opened: Fonts; isIncomplete: boolean }

addEventListener('message', ({ data }: MessageEvent<ToWorker>) => {
  if ('setup' in data) prepared = prepare(data.setup)
  else void answer(data.number, data.request)
})

send({ isReady: true })

async function answer(number: number, request: PreviewRequest) {
  try {
    send({ number, preview: await preview(await prepared!, request) })
  } catch (error) {
    send({ number, error: error instanceof Error ? error.message : String(error) })
  }
}

function send(message: FromWorker) {
  postMessage(message)
}

async function prepare(setup: PreviewSetup): Promise<Prepared> {
  const files = await Promise.all(setup.fonts.map(fontFile))
  const found = files.flatMap((file) => file ?? [])
  const read = async (path: string) => bytesOf(`${shippedFontsPath}/${path}`)
  const opened = await openFonts(found, { families: shippedFamilies, read })
  return { ...setup, opened, isIncomplete: found.length < files.length }
}

const fontFile = ({ url, ...font }: PreviewFont) =>
  bytesOf(url).then(
    (bytes) => ({ ...font, bytes, source: 'company' as const }),
    () => undefined,
  )

async function bytesOf(url: string): Promise<Uint8Array> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  return new Uint8Array(await answer.arrayBuffer())
}

async function preview(setup: Prepared, request: PreviewRequest): Promise<Preview> {
  const faults = validateValues(request.variables, request.values, setup)
  const { filled, isWhole } = await filledWith(setup, request, drawable(request, faults))
  const places = placesIn(filled)
  const seen = new Set(places.map(({ variable }) => variable))
  const presets = await presetPlaces(setup, request)
  return {
    svg: writeSvg(filled.root),
    ...sizeOf(filled),
    places: [...places, ...presets.filter(({ variable }) => !seen.has(variable))],
    findings: filled.findings,
    faults,
    isIncomplete: setup.isIncomplete || !isWhole,
  }
}

/** Calls the same functions in the same order as the server (server/src/drawing/make-render.ts). */
async function filledWith(setup: Prepared, request: PreviewRequest, given: GivenValues) {
  const { document, opened, palette, kitFonts, logos } = setup
  const { variables, language, output, background, pictures: byId } = request
  const shown = [...Object.values(byId), ...logos.map(({ picture }) => picture)]
  const [loaded] = await Promise.all([pictures.load(shown), prepareFilling(variables)])
  const inLanguage = language !== null && { language }
  const known = new Map(Object.entries(byId))
  const values = resolveValues(variables, given, { palette, pictures: known, ...inLanguage })
  const filled = await withFonts(opened, () =>
    fill(document, { variables }, values, {
      ...{ fonts: opened, palette, kitFonts, logos },
      ...inLanguage,
      ...(output !== null && { output }),
      ...(background !== null && { background }),
      pictureColors: loaded.colors,
    }),
  )
  return { filled, isWhole: loaded.embed(filled) }
}

let presets: { of: readonly VariableDefinition[]; places: Promise<Place[]> } | undefined

/** Boxes of unchanged texts. The designer's own texts have no variable. */
function presetPlaces(setup: Prepared, request: PreviewRequest): Promise<Place[]> {
  const { variables } = request
  // The page sends the same variables each time, and each message copies them.
  if (JSON.stringify(presets?.of) !== JSON.stringify(variables)) {
    const texts = variables.flatMap(({ key, type, default: preset }) =>
      type === 'text' && typeof preset === 'string' ? [[key, preset] as const] : [],
    )
    const places = filledWith(setup, request, Object.fromEntries(texts)).then(({ filled }) =>
      placesIn(filled),
    )
    presets = { of: variables, places }
  }
  return presets!.places
}

/** CSS pixels. */
const pixelsPer = { px: 1, mm: 96 / 25.4, in: 96 }

function sizeOf({ root, size }: Filled): { width: number; height: number; frame: Box } {
  const width = size.width * pixelsPer[size.unit]
  const height = size.height * pixelsPer[size.unit]
  const box = viewBoxOf(root) ?? { x: 0, y: 0, width, height }
  if (root.attributes.get('preserveAspectRatio')?.trim() === 'none') return { width, height, frame: box }
  // Content with other proportions is centered (SVG 2 §8.6).
  const scale = Math.min(width / box.width, height / box.height)
  const [whole, tall] = [width / scale, height / scale]
  const frame = {
    x: box.x - (whole - box.width) / 2,
    y: box.y - (tall - box.height) / 2,
    width: whole,
    height: tall,
  }
  return { width, height, frame }
}
