import { variablesOf } from '../templates/variables.ts'
import { dominantColors } from './colors.gen.ts'
import type { DemoAsset, DemoTemplate } from './company.ts'
import { designVariables } from './design-variables.gen.ts'

type AssetMore = Partial<
  Pick<
    DemoAsset,
    'altText' | 'description' | 'copyright' | 'focalPoint' | 'metadata' | 'externalId' | 'expiresInDays'
  >
>

const mimeTypes = {
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  svg: 'image/svg+xml',
  pdf: 'application/pdf',
  woff2: 'font/woff2',
} as const

/** One asset of the library. Omitted fields are null, and the paths follow from the file's name. */
export function asset(
  company: string,
  folder: string | null,
  name: string,
  fileName: string,
  size: readonly [width: number, height: number],
  tags: readonly string[],
  daysAgo: number,
  more: AssetMore = {},
): DemoAsset {
  const { stem, extension } = split(fileName)
  const file = `${company}/assets/${fileName}`
  const isPixels = extension !== 'pdf' && extension !== 'woff2'
  return {
    name,
    folder,
    file,
    thumbnail: extension === 'woff2' ? null : `${company}/asset-thumbnails/${stem}.webp`,
    type: extension === 'woff2' ? 'font' : extension === 'pdf' ? 'document' : 'image',
    mimeType: mimeTypes[extension],
    extension,
    width: isPixels ? size[0] : null,
    height: isPixels ? size[1] : null,
    tags,
    altText: more.altText ?? null,
    description: more.description ?? null,
    copyright: more.copyright ?? null,
    dominantColor: dominantColors[file] ?? null,
    focalPoint: more.focalPoint ?? null,
    metadata: more.metadata ?? {},
    externalId: more.externalId ?? null,
    expiresInDays: more.expiresInDays ?? null,
    daysAgo,
  }
}

function split(fileName: string) {
  const [stem, extension] = fileName.split('.') as [string, keyof typeof mimeTypes]
  return { stem, extension }
}

type TemplateMore = Partial<Pick<DemoTemplate, 'status' | 'pageCount' | 'externalId' | 'metadata'>>

export function template(
  company: string,
  type: DemoTemplate['type'],
  name: string,
  stem: string,
  size: readonly [width: number, height: number, unit: DemoTemplate['unit']],
  tags: readonly string[],
  daysAgo: number,
  description: string | null,
  variables: DemoTemplate['variables'],
  more: TemplateMore = {},
): DemoTemplate {
  const [width, height, unit] = size
  return {
    name,
    description,
    type,
    status: more.status ?? 'published',
    width,
    height,
    unit,
    pageCount: more.pageCount ?? 1,
    thumbnail: `${company}/template-thumbnails/${stem}.webp`,
    preview: `${company}/templates/${stem}.webp`,
    document: `${company}/documents/${stem}.svg`,
    tags,
    variables,
    notes: [],
    pictureFolders: {},
    externalId: more.externalId ?? null,
    metadata: more.metadata ?? {},
    daysAgo,
  }
}

/** A template designed as an SVG (scripts/demo-artwork/designs). Its variables are read from the document. */
export function design(
  stem: string,
  name: string,
  size: readonly [width: number, height: number, unit: DemoTemplate['unit']],
  tags: readonly string[],
  daysAgo: number,
  description: string,
  notes: DemoTemplate['notes'],
  more: TemplateMore & Partial<Pick<DemoTemplate, 'pictureFolders'>> = {},
): DemoTemplate {
  const { pictureFolders = {}, ...others } = more
  const type = size[2] === 'px' ? 'image' : 'document'
  const plain = template('acme', type, name, stem, size, tags, daysAgo, description, [], others)
  return { ...plain, variables: variablesOf(designVariables[stem] ?? []), notes, pictureFolders }
}

export function variable(
  type: 'text' | 'image' | 'color',
  key: string,
  label: string,
  standard: string | null = null,
  required = standard === null,
): DemoTemplate['variables'][number] {
  return { key, type, label, required, default: standard }
}
