import type { Filled, PictureColors } from '@atelier/filling'
import type { PreviewPicture } from './messages.ts'

type Loaded = { dataUrl: string; sample: Sample | undefined }
type Sample = { data: Uint8ClampedArray; side: number }

/** Width and height of a sample in pixels. Must equal the value on the server (drawing/picture-colors.ts). */
const sampleSide = 48

/** Pictures of previews. Each picture is loaded only once. */
export function openPictures() {
  const loading = new Map<string, Promise<Loaded | undefined>>()

  function load(url: string): Promise<Loaded | undefined> {
    const one = loading.get(url) ?? loaded(url).catch(() => undefined)
    loading.set(url, one)
    return one
  }

  return {
    /** Loads the pictures that a document may show. */
    async load(pictures: readonly PreviewPicture[]) {
      const all = await Promise.all(pictures.map(async ({ key, url }) => [key, await load(url)] as const))
      const byKey = new Map(all)
      const colors: PictureColors = (key, x, y) => colorIn(byKey.get(key)?.sample, x, y)
      return {
        colors,
        /** Embeds the images into the document. @returns whether all of them are loaded. */
        embed: (filled: Filled) => embed(filled, byKey),
      }
    },
  }
}

/** Uses `data:` URLs, because an SVG that is shown as an image loads no external resources. */
function embed({ pictures }: Filled, loaded: ReadonlyMap<string, Loaded | undefined>): boolean {
  for (const { key, placements } of pictures)
    for (const { element } of placements) {
      const dataUrl = loaded.get(key)?.dataUrl
      if (dataUrl === undefined) element.attributes.delete('href')
      else element.attributes.set('href', dataUrl)
    }
  return pictures.every(({ key }) => loaded.get(key) !== undefined)
}

async function loaded(url: string): Promise<Loaded> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`${answer.status} ${url}`)
  const blob = await answer.blob()
  return { dataUrl: await dataUrlOf(blob), sample: await sampleOf(blob).catch(() => undefined) }
}

function dataUrlOf(blob: Blob): Promise<string> {
  const reader = new FileReader()
  const read = new Promise<string>((resolve, reject) => {
    reader.onload = () => resolve(reader.result as string)
    reader.onerror = () => reject(reader.error)
  })
  reader.readAsDataURL(blob)
  return read
}

/** The coarse colors of an image. Browsers cannot decode vector images in a worker. */
async function sampleOf(blob: Blob): Promise<Sample | undefined> {
  const size = { resizeWidth: sampleSide, resizeHeight: sampleSide }
  const bitmap = await createImageBitmap(blob, size)
  const context = new OffscreenCanvas(sampleSide, sampleSide).getContext('2d')
  if (!context) return undefined
  context.drawImage(bitmap, 0, 0)
  bitmap.close()
  return { data: context.getImageData(0, 0, sampleSide, sampleSide).data, side: sampleSide }
}

function colorIn(sample: Sample | undefined, x: number, y: number) {
  if (!sample) return undefined
  const { data, side } = sample
  const at = (share: number) => Math.min(side - 1, Math.max(0, Math.floor(share * side)))
  const [r, g, b, alpha] = data.subarray((at(y) * side + at(x)) * 4)
  return { r: r!, g: g!, b: b!, alpha: alpha! / 255 }
}
