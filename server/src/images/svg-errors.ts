/** The bytes are not a readable SVG document. The message is a sentence for the sender. */
export class NotSvgError extends Error {
  override name = 'NotSvgError'
}

/** An SVG that would cost too much to draw or to read, as only an attack or an accident creates. */
export class UnsafeSvgError extends Error {
  override name = 'UnsafeSvgError'
}
