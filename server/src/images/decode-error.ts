/** Why a file is not kept, or not drawn. */
export type DecodeFault =
  | 'empty'
  | 'unknown_type'
  | 'damaged'
  | 'too_many_pixels'
  | 'too_complex'
  /** It took the decoder more time or memory than it may, or its process died. */
  | 'decoder_failed'

/** The file is at fault, not we. Crosses from the decoder's process by its `fault` alone. */
export class DecodeError extends Error {
  override name = 'DecodeError'
  readonly fault: DecodeFault

  constructor(fault: DecodeFault) {
    super(`The file cannot be decoded: ${fault}`)
    this.fault = fault
  }
}
