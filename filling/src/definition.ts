export const variableTypes = [
  'text',
  'image',
  'color',
  'number',
  'boolean',
  'logo',
  'qr',
  'barcode',
  'list',
] as const
export type VariableType = (typeof variableTypes)[number]

export const textFits = ['shrink', 'wrap', 'shrink_and_wrap', 'ellipsis', 'none'] as const
export const pictureFits = ['cover', 'contain'] as const
export const aligns = ['start', 'center', 'end'] as const
export const verticalAligns = ['top', 'middle', 'bottom'] as const
export const numberStyles = ['decimal', 'currency', 'percent', 'unit'] as const
export const symbologies = [
  'code128',
  'gs1_128',
  'code39',
  'ean13',
  'ean8',
  'upca',
  'upce',
  'itf14',
  'data_matrix',
  'pdf417',
] as const

export type TextFit = (typeof textFits)[number]
export type PictureFit = (typeof pictureFits)[number]
export type Symbology = (typeof symbologies)[number]

/** Number formatting: a subset of the options of `Intl.NumberFormat`, in snake case. */
export type NumberFormat = {
  style?: (typeof numberStyles)[number] | undefined
  /** ISO 4217 code; required for the style `currency`. */
  currency?: string | undefined
  /** A unit of ECMA-402, such as `kilometer-per-hour`; required for the style `unit`. */
  unit?: string | undefined
  minimum_fraction_digits?: number | undefined
  maximum_fraction_digits?: number | undefined
  use_grouping?: boolean | undefined
}

/** User units of the document. */
export type VariableBox = { x: number; y: number; width: number; height: number }

/** Optional properties of a variable. Each applies to some types only. */
export type VariableProperties = {
  /** Characters (code points). */
  max_length?: number
  /** RE2 syntax; the whole value must match. */
  pattern?: string
  options?: string[]
  /** Pixels of the image. */
  min_width?: number
  folder_id?: string
  /** `#RRGGBB`, `brand:NAME`, or `brand:*` for every color of the kit. */
  palette?: string[]
  fit?: TextFit | PictureFit
  /** Font size in user units of the document. */
  min_size?: number
  max_lines?: number
  align?: (typeof aligns)[number]
  vertical_align?: (typeof verticalAligns)[number]
  markup?: boolean
  hyphenate?: boolean
  box?: VariableBox
  format?: NumberFormat
  /** BCP 47. */
  locale?: string
  symbology?: Symbology
  max_rows?: number
  columns?: number
  /** Distances between the columns and the rows of a list, in user units of the document. */
  column_gap?: number
  row_gap?: number
}

export type VariableDefinition = VariableProperties & {
  key: string
  type: VariableType
  label: string
  required: boolean
  /** The document's own content: text, `#RRGGBB`, the ID of an asset. */
  default: string | number | boolean | null
  /** Key of the list whose rows contain the variable. */
  list?: string
}

const textual = ['fit', 'min_size', 'max_lines', 'align', 'vertical_align', 'box'] as const

/** The properties that apply to a type. */
export const propertiesOf: Record<VariableType, readonly (keyof VariableProperties)[]> = {
  text: ['max_length', 'pattern', 'options', 'markup', 'hyphenate', ...textual],
  number: ['format', 'locale', ...textual],
  image: ['min_width', 'folder_id', 'fit'],
  color: ['palette'],
  boolean: [],
  logo: [],
  qr: ['max_length', 'pattern'],
  barcode: ['max_length', 'pattern', 'symbology'],
  list: ['max_rows', 'columns', 'column_gap', 'row_gap'],
}

export const layerContents = ['text', 'image', 'color', 'group'] as const
export type LayerContent = (typeof layerContents)[number]

/** The types that a layer supports, by its content. The first type is the default. */
const typesByContent: Record<LayerContent, readonly VariableType[]> = {
  text: ['text', 'number', 'boolean'],
  image: ['image', 'logo', 'qr', 'barcode', 'boolean'],
  // A plain shape is a placeholder for an image or a code.
  color: ['color', 'image', 'logo', 'qr', 'barcode', 'boolean'],
  group: ['boolean', 'list'],
}

/** @param isGroup whether the layer is a group, whose content can be repeated. */
export function typesOf(content: LayerContent, isGroup: boolean): VariableType[] {
  const types = typesByContent[content]
  return isGroup && !types.includes('list') ? [...types, 'list'] : [...types]
}

/** The maximum length of any text, regardless of its variable. */
export const textLengthMax = 5_000
export const listRowsMax = 100
/** The maximum number of rows of a list without its own limit. */
export const listRowsDefault = 50
