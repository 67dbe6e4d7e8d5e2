import { correction, generate } from 'lean-qr'
import type { CodeSymbol } from './code-symbol.ts'

/** Width of the quiet zone in modules (ISO/IEC 18004 §6.3.8). */
const quiet = 4

/** A QR code at error correction level M or better. Undefined for a string that is too long. */
export function qrSymbol(text: string): CodeSymbol | undefined {
  let code: ReturnType<typeof generate>
  try {
    code = generate(text, { minCorrectionLevel: correction.M })
  } catch {
    return undefined
  }
  const { size } = code
  let d = ''
  // Merges modules into runs, because a renderer would leave hairlines between neighboring modules.
  for (let y = 0; y < size; y++)
    for (let x = 0; x < size; x++) {
      if (!code.get(x, y)) continue
      const from = x
      while (x + 1 < size && code.get(x + 1, y)) x++
      d += `M${from + quiet} ${y + quiet}h${x + 1 - from}v1h-${x + 1 - from}z`
    }
  return { width: size + 2 * quiet, height: size + 2 * quiet, marginX: 0, marginY: 0, paths: [{ d }] }
}
