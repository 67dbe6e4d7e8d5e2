import { translated } from '../language/translated.ts'

export const presetsText = translated('presetsText', {
  title: 'Presets',
  description:
    'Named image sizes and formats. Everyone in the company can download images in these presets, and shares can offer them.',
  none: 'No presets yet. Create one to offer images in the sizes and formats that your company uses.',
  create: 'Create preset',
  created: 'Preset created',
  edit: 'Edit',
  editTitle: (label: string) => `Edit ${label}`,
  save: 'Save preset',
  saved: 'Preset saved',
  delete: 'Delete',
  deleteTitle: (label: string) => `Delete ${label}?`,
  deleteText: 'Shares no longer offer this preset. Existing links work until they expire.',
  deleted: 'Preset deleted',
  actionsOf: (label: string) => `Actions for ${label}`,

  start: 'Start from',
  empty: 'Empty preset',
  suggestions: {
    web: 'Web, JPEG up to 2,000 px',
    square: 'Social media, square 1,080 px',
    print: 'Print, TIFF in CMYK',
  },

  label: 'Label',
  labelNone: 'Enter a label.',
  name: 'Name in links',
  nameHint: 'Lowercase letters, digits and hyphens. Changing it breaks programs that use it.',
  width: 'Width in pixels',
  height: 'Height in pixels',
  auto: 'Automatic',
  fit: 'Fit',
  fits: {
    inside: 'Whole image inside the frame',
    cover: 'Fill the frame, cropped around the focal point',
    contain: 'Whole image with a border',
  },
  format: 'Format',
  formats: {
    original: 'As the original',
    jpeg: 'JPEG',
    png: 'PNG',
    webp: 'WebP',
    avif: 'AVIF',
    tiff: 'TIFF',
  },
  quality: 'Quality',
  qualityHint: '1 to 100. PNG and TIFF are never lossy.',
  background: 'Background',
  backgroundHint:
    'Fills transparent areas and the border. Leave empty for transparent, or for white in JPEG files.',
  profile: 'Color space',
  profiles: {
    srgb: 'sRGB, for screens',
    p3: 'Display P3, for wide-gamut screens',
    cmyk: 'CMYK, for offset printing (FOGRA39)',
  },
  metadata: 'Metadata in the file',
  metadataKinds: {
    none: 'None',
    copyright: 'Creators, copyright and usage terms',
    embed: "All text fields and the asset's tags",
  },
  enlarge: 'Enlarge smaller images',
  size: (width: number | null, height: number | null) => {
    if (width === null && height === null) return 'Image size'
    if (height === null) return `${width?.toLocaleString('en')} px wide`
    if (width === null) return `${height.toLocaleString('en')} px high`
    return `${width.toLocaleString('en')} × ${height.toLocaleString('en')} px`
  },
})
