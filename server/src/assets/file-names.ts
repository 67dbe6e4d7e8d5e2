import { programs } from '../config/programs.ts'
import { asName } from '../names.ts'
import { extensionOf, formatOfExtension } from '../storage/file-formats.ts'

/**
 * Maximum length of a file name. File systems allow 255 bytes, so longer names could not be stored on any of
 * them.
 */
export const fileNameLengthMax = 255
const titleLengthMax = 200

/** The default name of an asset: its file name without the extension. `Logo v1.2` has no extension. */
export function titleOf(fileName: string | undefined): string {
  return asTitle(stemOf(lastPart(fileName ?? ''))) ?? 'Untitled'
}

/** Converts text to an asset name. Undefined if it has no visible character. */
export function asTitle(text: string | undefined): string | undefined {
  return asName(asName(text ?? '').slice(0, titleLengthMax)) || undefined
}

function stemOf(fileName: string): string {
  const extension = endOf(fileName)
  return extension === undefined ? fileName : fileName.slice(0, -extension.length - 1)
}

/**
 * The extension of a file name. The text after the last dot is an extension if a known format uses it, or if it is
 * short and consists of letters. In `Report.final draft`, it is part of the name.
 */
function endOf(fileName: string): string | undefined {
  const extension = extensionOf(fileName)
  if (extension === undefined) return undefined
  const isKnown = formatOfExtension(extension) !== undefined || extension in programs
  return isKnown || extension.length <= 5 ? extension : undefined
}

/**
 * The stored name of a file: the name of the upload, without directories, control characters and characters
 * that file systems do not allow.
 * @param extension the extension of the format, for an upload without a name.
 */
export function fileNameOf(uploaded: string | undefined, title: string, extension: string): string {
  const name = cleanFileName(lastPart(uploaded ?? ''))
  // A compressed SVG is stored uncompressed.
  const isUnpacked = extension === 'svg' && /\.svgz$/i.test(name)
  return (isUnpacked ? name.slice(0, -1) : name) || renamed(title, undefined, extension)
}

/** The name of an asset's file. Files of earlier versions of the server have no name. */
export const calledAs = (file: { name: string; filename: string | null; extension: string }): string =>
  file.filename ?? renamed(file.name, undefined, file.extension)

/**
 * The name and the file name after one or both have changed. While they are equal, changing one
 * changes the other. Otherwise, each changes separately.
 */
export function namesAfter(
  before: { name: string; filename: string | null; extension: string },
  { name, filename }: { name?: string | undefined; filename?: string | undefined },
): { name?: string | undefined; filename?: string | undefined } {
  const called = calledAs(before)
  if (titleOf(called) !== before.name) return { name, filename }
  if (name === undefined) return { name: titleOf(filename), filename }
  return { name, filename: filename ?? renamed(name, called, before.extension) }
}

/** Renames a file and keeps its extension in the uploader's spelling. */
export function renamed(title: string, before: string | undefined, extension: string): string {
  const end = before === undefined ? `.${extension}` : before.slice(stemOf(before).length)
  const stem =
    end !== '' && title.toLowerCase().endsWith(end.toLowerCase()) ? title.slice(0, -end.length) : title
  return cleanFileName(`${stem.slice(0, fileNameLengthMax - end.length)}${end}`)
}

/**
 * The file name of an asset whose file is replaced. The name gets the extension of the new file, unless both extensions
 * belong to the same format.
 */
export function refiled(before: string, uploaded: string | undefined, extension: string): string {
  const [old, now] = [
    extensionOf(before),
    uploaded === undefined ? extension : (extensionOf(uploaded) ?? extension),
  ]
  const isSame = old !== undefined && (old === now || formatOfExtension(old) === formatOfExtension(extension))
  return isSame ? before : `${stemOf(before)}.${now}`
}

export const cleanFileName = (name: string): string =>
  name
    .toWellFormed()
    .replace(/[\p{Cc}\u2028\u2029/]/gu, '_')
    .trim()
    .slice(0, fileNameLengthMax)

/** The file name of a path. A backslash is part of a name, unless the name looks like a Windows path. */
export const lastPart = (path: string) =>
  path.split(/^(?:[a-z]:|\.{0,2})\\/i.test(path) ? /[/\\]/ : '/').at(-1)!
