/** Thrown for bytes that are not a readable SVG document. The message is a sentence for the sender. */
export class NotSvgError extends Error {
  override name = 'NotSvgError'
}

/**
 * Thrown for an SVG that would cost too much to read or draw. Only attacks and accidents produce such files.
 */
export class UnsafeSvgError extends Error {
  override name = 'UnsafeSvgError'
}
