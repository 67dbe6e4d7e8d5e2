import { variableName } from '@atelier/svg/layer-names'
import { localUrls } from '@atelier/svg/styles'
import { descendants, isElement, type SvgElement } from '@atelier/svg/tree'

/** @returns a deep copy of the element, with the same IDs. */
export function copyOf({ name, attributes, children, embedded }: SvgElement): SvgElement {
  return {
    name,
    attributes: new Map(attributes),
    children: children.map((child) => (isElement(child) ? copyOf(child) : child)),
    ...(embedded && { embedded }),
  }
}

/**
 * A copy with new IDs, so that its internal references stay inside it. Layers of variables keep their names
 * in `data-name`.
 */
export function independentCopy(element: SvgElement, suffix: string): SvgElement {
  const copy = copyOf(element)
  const ids = new Map<string, string>()
  for (const one of descendants(copy)) {
    const { attributes } = one
    const id = attributes.get('id')
    if (id === undefined) continue
    const name = variableName(one)
    if (name) attributes.set('data-name', `$${name.key}`)
    ids.set(id, `${id}${suffix}`)
    attributes.set('id', `${id}${suffix}`)
  }
  for (const { attributes } of descendants(copy)) {
    for (const [name, value] of attributes) {
      if ((name === 'href' || name === 'xlink:href') && value.startsWith('#')) {
        const own = ids.get(value.slice(1))
        if (own !== undefined) attributes.set(name, `#${own}`)
      } else if (value.includes('url(')) {
        attributes.set(name, withIds(value, ids))
      }
    }
  }
  return copy
}

function withIds(value: string, ids: ReadonlyMap<string, string>): string {
  const own = localUrls(value).filter((id) => ids.has(id))
  return own.reduce(
    (text, id) => text.replaceAll(`#${id})`, `#${ids.get(id)})`).replaceAll(`#${id}"`, `#${ids.get(id)}"`),
    value,
  )
}
