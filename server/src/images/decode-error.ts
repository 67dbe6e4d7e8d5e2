/** The reason why a file is rejected or cannot be rendered. */
export type DecodeFault =
  | 'empty'
  | 'damaged'
  | 'too_many_pixels'
  | 'too_complex'
  /** The file is valid, but there is nothing to render, as in an encrypted document. */
  | 'no_picture'
  /** The decoder exceeded its time or memory, or its process died. */
  | 'decoder_failed'

/**
 * Thrown for an error of the file, not of the server. Only its `fault` and `reason` are passed between
 * processes.
 */
export class DecodeError extends Error {
  override name = 'DecodeError'
  readonly fault: DecodeFault
  /** A sentence for the sender of the file, if more is known than the kind of error. */
  readonly reason: string | undefined

  constructor(fault: DecodeFault, reason?: string) {
    super(`The file cannot be decoded: ${fault}`)
    this.fault = fault
    this.reason = reason
  }
}
