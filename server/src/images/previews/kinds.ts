import { formats } from '../../storage/file-formats.ts'

/** `video` and `audio` are first converted by ffmpeg, if there is one (decoder.ts). */
type PreviewKind = 'pdf' | 'font' | 'heic' | 'wav' | 'video' | 'audio'

/** Renderers of previews for files that are not images, by the extension of the stored file. */
const previewed = new Map<string, PreviewKind>([
  ...['mp4', 'mov', 'webm'].map((extension) => [extension, 'video'] as const),
  ...['mp3', 'm4a', 'ogg', 'flac'].map((extension) => [extension, 'audio'] as const),
  ['wav', 'wav'],
  ['heic', 'heic'],
  ['pdf', 'pdf'],
  ...['ttf', 'otf', 'woff', 'woff2'].map((extension) => [extension, 'font'] as const),
])

export const previewKind = (extension: string) => previewed.get(extension)
export const isPreviewed = (extension: string) => previewed.has(extension)

/** Whether renditions can be made of files with this extension. */
export const isDrawnAs = (extension: string) =>
  isPreviewed(extension) || formats.some(({ drawn, extensions }) => drawn && extensions[0] === extension)
