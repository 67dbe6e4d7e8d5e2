import { readCascade } from '@atelier/svg/cascade'
import { childElements, descendants, isElement, parentsIn, type SvgElement } from '@atelier/svg/tree'
import { writeSvg } from '@atelier/svg/write'
import type { Drawable, Pictures } from './drawable.ts'
import { embedPictures } from './embed.ts'
import { referencesOf } from './layer.ts'

/**
 * Writes a filled document with its images embedded. Data that only design tools and filling need, such as
 * layer names and IDs without references, is removed. Images have at most twice their visible resolution.
 */
export async function drawSvg({ root }: Drawable, pictures: Pictures): Promise<Buffer> {
  const cascade = readCascade(root, parentsIn(root))
  const embedded = await embedPictures(descendants(root), cascade, pictures, 1)
  const hasSheets = [...descendants(root)].some(({ name }) => name === 'style')
  const used = new Set([...descendants(root)].flatMap(referencesOf))
  const isKept = (name: string, value: string) => {
    if (name.startsWith('data-')) return false
    // A style sheet may select elements by these attributes.
    return hasSheets || (name !== 'class' && (name !== 'id' || used.has(value)))
  }
  return Buffer.from(writeSvg(minimal(root, embedded, isKept)))
}

function minimal(
  element: SvgElement,
  embedded: ReadonlyMap<SvgElement, SvgElement>,
  isKept: (name: string, value: string) => boolean,
): SvgElement {
  const { name, attributes, children } = embedded.get(element) ?? element
  return {
    name,
    attributes: new Map([...attributes].filter(([key, value]) => isKept(key, value))),
    children: children
      .filter((child) => !isElement(child) || !isEmptyGroup(child))
      .map((child) => (isElement(child) ? minimal(child, embedded, isKept) : child)),
  }
}

/** Whether a group is empty, as a hidden layer or an empty text is. */
const isEmptyGroup = (element: SvgElement): boolean =>
  element.name === 'g' && !element.attributes.has('id') && childElements(element).length === 0
