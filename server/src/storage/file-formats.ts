export type FileKind = 'image' | 'video' | 'audio' | 'document' | 'font' | 'other'

export type Format = {
  kind: FileKind
  mimeType: string
  /** Files are stored under the first extension. */
  extensions: readonly [string, ...string[]]
  /** The name of the format in messages: "a PNG image". */
  label: string
  /**
   * Whether the server can render the format. If so, the server checks the whole file and creates renditions
   * of it.
   */
  drawn?: boolean
}

const format = (
  kind: FileKind,
  mimeType: string,
  label: string,
  ...extensions: [string, ...string[]]
): Format => ({ kind, mimeType, label, extensions })
const drawn = (...parts: Parameters<typeof format>): Format => ({ ...format(...parts), drawn: true })

/**
 * The formats that the library detects itself. Formats that are not `drawn` may have a preview
 * (images/previews/kinds.ts). Files of other formats are stored as well (images/identify.ts).
 */
export const formats: readonly Format[] = [
  drawn('image', 'image/png', 'PNG image', 'png', 'apng'),
  drawn('image', 'image/jpeg', 'JPEG image', 'jpg', 'jpeg', 'jpe', 'jfif'),
  drawn('image', 'image/webp', 'WebP image', 'webp'),
  drawn('image', 'image/avif', 'AVIF image', 'avif'),
  drawn('image', 'image/gif', 'GIF image', 'gif'),
  drawn('image', 'image/tiff', 'TIFF image', 'tiff', 'tif'),
  drawn('image', 'image/svg+xml', 'SVG image', 'svg', 'svgz'),
  format('image', 'image/heic', 'HEIC image', 'heic', 'heif'),
  format('image', 'image/vnd.adobe.photoshop', 'Photoshop document', 'psd'),
  format('image', 'image/vnd.adobe.photoshop', 'large Photoshop document', 'psb'),
  format('image', 'application/illustrator', 'Adobe Illustrator document', 'ai'),
  format('image', 'application/postscript', 'EPS image', 'eps', 'epsf', 'epsi', 'ps'),
  format('image', 'image/wmf', 'Windows metafile', 'wmf', 'apm'),
  format('image', 'image/emf', 'enhanced Windows metafile', 'emf'),
  format('image', 'image/bmp', 'BMP image', 'bmp', 'dib'),
  format('image', 'image/x-icon', 'Windows icon', 'ico'),
  format('image', 'image/x-tga', 'TGA image', 'tga'),
  format('image', 'image/jxl', 'JPEG XL image', 'jxl'),
  format('image', 'image/jp2', 'JPEG 2000 image', 'jp2', 'j2k', 'j2c', 'jpx', 'jpf', 'jpm'),
  format('image', 'image/x-canon-cr2', 'Canon raw image', 'cr2'),
  format('image', 'image/x-canon-cr3', 'Canon raw image', 'cr3'),
  format('image', 'image/x-nikon-nef', 'Nikon raw image', 'nef', 'nrw'),
  format('image', 'image/x-sony-arw', 'Sony raw image', 'arw', 'sr2', 'srf'),
  format('image', 'image/x-adobe-dng', 'DNG raw image', 'dng'),
  format('image', 'image/x-olympus-orf', 'Olympus raw image', 'orf'),
  format('image', 'image/x-panasonic-rw2', 'Panasonic raw image', 'rw2'),
  format('image', 'image/x-fujifilm-raf', 'Fujifilm raw image', 'raf'),
  format('image', 'image/x-phaseone-iiq', 'Phase One raw image', 'iiq'),
  format('image', 'image/x-hasselblad-3fr', 'Hasselblad raw image', '3fr', 'fff'),
  format('image', 'image/x-pentax-pef', 'Pentax raw image', 'pef'),
  format('document', 'application/pdf', 'PDF document', 'pdf'),
  format('document', 'application/x-indesign', 'InDesign document', 'indd', 'indt'),
  format('document', 'application/vnd.adobe.indesign-idml-package', 'InDesign IDML document', 'idml'),
  format(
    'document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'Word document',
    'docx',
  ),
  format(
    'document',
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'PowerPoint presentation',
    'pptx',
  ),
  format(
    'document',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'Excel workbook',
    'xlsx',
  ),
  format('document', 'application/msword', 'Word document', 'doc', 'dot'),
  format('document', 'application/vnd.ms-powerpoint', 'PowerPoint presentation', 'ppt', 'pps', 'pot'),
  format('document', 'application/vnd.ms-excel', 'Excel workbook', 'xls', 'xlt'),
  format('document', 'application/vnd.oasis.opendocument.text', 'OpenDocument text', 'odt'),
  format('document', 'application/vnd.oasis.opendocument.presentation', 'OpenDocument presentation', 'odp'),
  format('document', 'application/vnd.oasis.opendocument.spreadsheet', 'OpenDocument spreadsheet', 'ods'),
  format('document', 'application/vnd.oasis.opendocument.graphics', 'OpenDocument drawing', 'odg'),
  format('document', 'application/vnd.apple.keynote', 'Keynote presentation', 'key'),
  format('document', 'application/vnd.apple.pages', 'Pages document', 'pages'),
  format('document', 'application/vnd.apple.numbers', 'Numbers spreadsheet', 'numbers'),
  format('document', 'application/rtf', 'RTF document', 'rtf'),
  format('document', 'text/csv', 'CSV table', 'csv'),
  format('document', 'text/tab-separated-values', 'TSV table', 'tsv', 'tab'),
  format('document', 'text/markdown', 'Markdown document', 'md', 'markdown'),
  format('document', 'text/plain', 'text file', 'txt', 'text', 'log'),
  format('font', 'font/ttf', 'TrueType font', 'ttf'),
  format('font', 'font/otf', 'OpenType font', 'otf'),
  format('font', 'font/woff2', 'WOFF2 font', 'woff2'),
  format('font', 'font/woff', 'WOFF font', 'woff'),
  format('font', 'font/collection', 'font collection', 'ttc', 'otc'),
  format('font', 'application/x-font-type1', 'Type 1 font', 'pfb', 'pfa'),
  format('audio', 'audio/mpeg', 'MP3 audio', 'mp3', 'mp2', 'mp1'),
  format('audio', 'audio/wav', 'WAV audio', 'wav', 'wave'),
  format('audio', 'audio/mp4', 'MPEG-4 audio', 'm4a', 'm4b', 'm4r', 'm4p', 'f4a'),
  format('audio', 'audio/ogg', 'Ogg audio', 'ogg', 'oga', 'opus', 'spx'),
  format('audio', 'audio/flac', 'FLAC audio', 'flac'),
  format('audio', 'audio/aiff', 'AIFF audio', 'aiff', 'aif', 'aifc'),
  format('audio', 'audio/aac', 'AAC audio', 'aac'),
  format('audio', 'audio/webm', 'WebM audio', 'weba'),
  format('audio', 'audio/matroska', 'Matroska audio', 'mka'),
  format('video', 'video/mp4', 'MPEG-4 video', 'mp4', 'm4v', 'f4v', 'f4p'),
  format('video', 'video/quicktime', 'QuickTime video', 'mov', 'qt'),
  format('video', 'video/webm', 'WebM video', 'webm'),
  format('video', 'video/matroska', 'Matroska video', 'mkv'),
  format('video', 'video/vnd.avi', 'AVI video', 'avi'),
  format('video', 'video/mpeg', 'MPEG video', 'mpg', 'mpeg'),
  format('video', 'video/mp2t', 'MPEG transport stream', 'ts', 'mts', 'm2ts'),
  format('video', 'video/ogg', 'Ogg video', 'ogv', 'ogm'),
  format('other', 'application/zip', 'ZIP archive', 'zip'),
  format('other', 'application/x-sketch', 'Sketch document', 'sketch'),
  format('other', 'application/vnd.adobe.xd', 'Adobe XD document', 'xd'),
  format('other', 'application/x-affinity', 'Affinity document', 'af', 'aftemplate'),
  format('other', 'application/x-affinity-designer', 'Affinity Designer document', 'afdesign'),
  format('other', 'application/x-affinity-photo', 'Affinity Photo document', 'afphoto'),
  format('other', 'application/x-affinity-publisher', 'Affinity Publisher document', 'afpub'),
  format('other', 'application/x-figma', 'Figma document', 'fig'),
  format('other', 'application/json', 'JSON file', 'json', 'lottie'),
  format('other', 'application/xml', 'XML file', 'xml'),
  format('other', 'text/html', 'HTML page', 'html', 'htm', 'xhtml'),
  format('other', 'text/css', 'style sheet', 'css'),
  format('other', 'application/x-adobe-swatch', 'Adobe color swatches', 'ase'),
  format('other', 'application/x-adobe-aco', 'Photoshop color swatches', 'aco'),
  format('other', 'application/x-gimp-palette', 'GIMP palette', 'gpl'),
  format('other', 'application/x-lut', 'color lookup table', 'cube', '3dl', 'lut'),
]

/**
 * Types that a browser would open as a page with scripts. Files of these types are sent without a specific
 * type.
 */
const neverServedAs = new Set(['text/html', 'application/xml', 'text/css'])

/** The media type under which a stored file is sent, by its extension. */
export const mimeTypes: Record<string, string> = Object.fromEntries(
  formats
    .filter(({ mimeType }) => !neverServedAs.has(mimeType))
    .map(({ extensions, mimeType }) => [extensions[0], mimeType]),
)

/** The extension of a name, in lower case. Undefined if the name has none, as in `Logo v1.2`. */
export function extensionOf(fileName: string): string | undefined {
  const extension = /\.([a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase()
  return extension !== undefined && /[a-z]/.test(extension) ? extension : undefined
}

/** The format that files with this extension usually have. Undefined for an unknown extension. */
export function formatOfName(fileName: string): Format | undefined {
  const extension = extensionOf(fileName)
  return extension === undefined ? undefined : formatOfExtension(extension)
}

export const formatOfExtension = (extension: string): Format | undefined =>
  formats.find(({ extensions }) => extensions.includes(extension))

/**
 * The label with its article: "a PNG image", "an AVIF image". Abbreviations are pronounced letter by letter.
 */
export const withArticle = (label: string): string =>
  `${/^(?:[AEIOaeio]|[FHLMNRSX][A-Z0-9])/.test(label) ? 'an' : 'a'} ${label}`
