/**
 * The name of the first element of a markup document, as written. Undefined for any other text. White space,
 * comments, processing instructions and a document type can precede it.
 * @param head the start of the document in UTF-8 or UTF-16, because names of elements are ASCII.
 */
export function markupRoot(head: Buffer): string | undefined {
  const isWide = head.subarray(0, 4).includes(0) || /^(?:fffe|feff)/.test(head.toString('hex', 0, 2))
  const text = isWide ? head.toString('latin1').replaceAll('\0', '') : head.toString('latin1')
  let at = /^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/.exec(text)![0].length
  for (;;) {
    // The elements of an HTML document may be omitted.
    if (/^<!doctype\s+html[\s>]/i.test(text.slice(at, at + 20))) return 'html'
    const end = endOfProlog(text, at)
    if (end === undefined) break
    if (end < 0) return undefined
    at = end
    while (/\s/.test(text[at] ?? '')) at++
  }
  return /^<([A-Za-z_][\w.-]*(?::[A-Za-z_][\w.-]*)?)[\s/>]/.exec(text.slice(at, at + 200))?.[1]
}

/**
 * @returns the end of the prolog item at `at`. Negative if the item is unterminated, undefined if there is
 * none.
 */
function endOfProlog(text: string, at: number): number | undefined {
  if (text.startsWith('<!--', at)) return after(text, '-->', at)
  if (text.startsWith('<?', at)) return after(text, '?>', at)
  if (!/^<!doctype/i.test(text.slice(at, at + 9))) return undefined
  const subset = text.indexOf('[', at)
  const end = text.indexOf('>', at)
  return subset >= 0 && subset < end
    ? after(text, '>', Math.max(at, text.indexOf(']', subset)))
    : after(text, '>', at)
}

function after(text: string, end: string, from: number): number {
  const at = text.indexOf(end, from)
  return at < 0 ? -1 : at + end.length
}

export const isSvgRoot = (root: string | undefined): boolean =>
  root !== undefined && /^(?:[\w.-]+:)?svg$/.test(root)
