import { dominantColors } from './colors.gen.ts'
import type { DemoAsset, DemoTemplate, DemoVariable } from './company.ts'

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
  const paged = extension === 'pdf'
  return {
    name,
    folder,
    file,
    thumbnail: `${company}/asset-thumbnails/${stem}.webp`,
    type: paged ? 'document' : 'image',
    mimeType: mimeTypes[extension],
    extension,
    width: paged ? null : size[0],
    height: paged ? null : size[1],
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
  variables: readonly DemoVariable[],
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
    externalId: more.externalId ?? null,
    metadata: more.metadata ?? {},
    daysAgo,
  }
}

/** A template variable. */
export function variable(
  type: DemoVariable['type'],
  key: string,
  label: string,
  standard: DemoVariable['default'] = null,
  required = standard === null,
): DemoVariable {
  return { key, type, label, required, default: standard }
}
