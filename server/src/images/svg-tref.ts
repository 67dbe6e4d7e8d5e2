import { descendants, localTarget, type SvgElement, textOf } from '@atelier/svg/tree'
import { UnsafeSvgError } from './svg-errors.ts'

/** Maximum number of characters of all texts that a document repeats. */
const repeatedLengthMax = 1024 * 1024

/**
 * Replaces each `tref` (SVG 1.1 §10.6), which shows the text of another element, with a `tspan` that contains
 * that text, because neither browsers nor the renderer support `tref`.
 * @throws {UnsafeSvgError} if the document repeats more text than the limit.
 */
export function resolveReferencedTexts(root: SvgElement): void {
  const all = [...descendants(root)]
  const references = all.filter(({ name }) => name === 'tref')
  if (references.length === 0) return
  const byId = new Map(all.toReversed().map((element) => [element.attributes.get('id'), element]))
  let length = 0
  const texts = references.map((reference) => {
    const target = byId.get(localTarget(reference) ?? '')
    const text = target ? textOf(target) : ''
    length += text.length
    if (length > repeatedLengthMax)
      throw new UnsafeSvgError(`An SVG must not repeat more than ${repeatedLengthMax} characters by tref.`)
    return text
  })
  references.forEach((reference, at) => {
    reference.name = 'tspan'
    reference.attributes.delete('href')
    reference.attributes.delete('xlink:href')
    reference.children = [texts[at]!]
  })
}
