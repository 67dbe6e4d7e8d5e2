const chunkLength = 0x6000

/** Browsers of last year do not have `Uint8Array.prototype.toBase64`. */
export function base64(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += chunkLength)
    text += btoa(String.fromCharCode(...bytes.subarray(at, at + chunkLength)))
  return text
}
