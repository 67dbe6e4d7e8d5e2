/** The bytes are no SVG document that can be read. The message is a sentence for whoever sent them. */
export class NotSvgError extends Error {
  override name = 'NotSvgError'
}

/** It is an SVG, and one that only an attacker or an accident makes: it would cost too much to draw or to read. */
export class UnsafeSvgError extends Error {
  override name = 'UnsafeSvgError'
}
