import { formats } from '../../storage/file-formats.ts'

/** ffmpeg first converts `video` and `audio`, if it is available (decoder.ts). */
type PreviewKind =
  | 'pdf'
  | 'font'
  | 'heic'
  | 'wav'
  | 'video'
  | 'audio'
  | 'photoshop'
  | 'illustrator'
  | 'eps'
  | 'indesign'
  | 'affinity'
  | 'zip'
  | 'magick'
  | 'raw'
  | 'palette'

/** Documents that are ZIP archives in which the writing program stores a picture. */
const zipped = [
  ...['docx', 'pptx', 'xlsx', 'odt', 'odp', 'ods', 'odg'],
  ...['idml', 'sketch', 'xd', 'fig', 'key', 'pages', 'numbers'],
]
/** Photos as the sensor recorded them, with a JPEG that the camera created. */
const raw = ['cr2', 'cr3', 'nef', 'arw', 'dng', 'orf', 'rw2', 'raf', 'iiq', '3fr', 'pef']

const videos = ['mp4', 'mov', 'webm', 'mkv', 'avi', 'mpg', 'ts', 'ogv', '3gp']
const sounds = ['mp3', 'm4a', 'ogg', 'flac', 'aac', 'aiff', 'weba', 'mka']

/** Renderers of previews for files that are not images, by the extension of the stored file. */
const previewed = new Map<string, PreviewKind>([
  ...videos.map((extension) => [extension, 'video'] as const),
  ...sounds.map((extension) => [extension, 'audio'] as const),
  ['wav', 'wav'],
  ['heic', 'heic'],
  ['pdf', 'pdf'],
  ...['ttf', 'otf', 'woff', 'woff2'].map((extension) => [extension, 'font'] as const),
  ...['psd', 'psb'].map((extension) => [extension, 'photoshop'] as const),
  ['ai', 'illustrator'],
  ['eps', 'eps'],
  ['indd', 'indesign'],
  ...['afdesign', 'afphoto', 'afpub', 'af'].map((extension) => [extension, 'affinity'] as const),
  ...zipped.map((extension) => [extension, 'zip'] as const),
  ...['bmp', 'ico', 'tga', 'jxl', 'jp2'].map((extension) => [extension, 'magick'] as const),
  ...raw.map((extension) => [extension, 'raw'] as const),
  ...['ase', 'aco', 'gpl'].map((extension) => [extension, 'palette'] as const),
])

export const previewKind = (extension: string) => previewed.get(extension)
export const previewedExtensions: readonly string[] = [...previewed.keys()]

/** Whether each page of a document with this extension can be rendered. */
export const hasDrawnPages = (extension: string) =>
  ['pdf', 'illustrator'].includes(previewKind(extension) ?? '')

export const isPreviewed = (extension: string) => previewed.has(extension)

export const isDrawnAs = (extension: string) =>
  isPreviewed(extension) || formats.some(({ drawn, extensions }) => drawn && extensions[0] === extension)

/** @param ffmpeg the program, without which videos and compressed audio have no renditions. */
export const isDrawnBy = (ffmpeg: string | undefined) => (extension: string) =>
  isDrawnAs(extension) && (ffmpeg !== undefined || !needsFfmpeg(extension))

const needsFfmpeg = (extension: string) => ['video', 'audio'].includes(previewKind(extension) ?? '')
