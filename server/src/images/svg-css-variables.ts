/** Custom properties by name. */
export type CustomProperties = Pick<ReadonlyMap<string, string>, 'get'>

/** Rules for all elements, whose values apply wherever a property is used. */
const forAll = /(?:^|[\s,}>[])(?::root|svg|\*)\s*\{([^{}]*)/g
const setting = /(?:^|[;\s])(--[\w-]+)\s*:\s*([^;{}]*)/g

/** Adds the custom properties that a sheet or the root's `style` sets for the whole document. */
export function readCustomProperties(css: string, isSheet: boolean, into: Map<string, string>): void {
  const blocks = isSheet ? [...css.matchAll(forAll)].map(([, block]) => block!) : [css]
  for (const block of blocks)
    for (const [, name, value] of block.matchAll(setting)) into.set(name!, value!.trim())
}

/** The properties that apply in an element: those that its style sets, and those of the elements around it. */
export function propertiesIn(style: string, around: CustomProperties): CustomProperties {
  if (!style.includes('--')) return around
  const own = new Map<string, string>()
  readCustomProperties(style, false, own)
  return { get: (name) => own.get(name) ?? around.get(name) }
}

/** Maximum number of characters added to a value, because values can refer to other values. */
const addedLengthMax = 100_000
const depthMax = 16

/**
 * Replaces each `var()` with the value of its property or with its fallback (Figma writes `var(--fill-0,
 * #f00)`). A `var()` with neither is kept, and the whole text is kept if it would become too long.
 */
export function withoutVariables(css: string, properties: CustomProperties): string {
  if (!/var\(/i.test(css)) return css
  const added = { length: 0 }
  const text = resolved(css, properties, added, depthMax)
  return added.length > addedLengthMax ? css : text
}

function resolved(
  css: string,
  properties: CustomProperties,
  added: { length: number },
  depth: number,
): string {
  if (depth === 0 || added.length > addedLengthMax) return css
  const call = /(?<![\w-])var\(/gi
  let text = ''
  let done = 0
  for (let found = call.exec(css); found; found = call.exec(css)) {
    const end = closing(css, call.lastIndex)
    if (end < 0) break
    const inner = css.slice(call.lastIndex, end)
    const comma = inner.indexOf(',')
    const set = properties.get((comma < 0 ? inner : inner.slice(0, comma)).trim())
    const value = set ?? (comma < 0 ? undefined : inner.slice(comma + 1).trim())
    if (value !== undefined) {
      if (set !== undefined) added.length += set.length
      text += css.slice(done, found.index) + resolved(value, properties, added, depth - 1)
      done = end + 1
    }
    call.lastIndex = end
  }
  return text + css.slice(done)
}

/** The position of the closing bracket. */
function closing(text: string, from: number): number {
  let depth = 1
  let quote = ''
  for (let at = from; at < text.length; at++) {
    const sign = text[at]!
    if (quote !== '') {
      if (sign === '\\') at++
      else if (sign === quote) quote = ''
    } else if (sign === '"' || sign === "'") quote = sign
    else if (sign === '(') depth++
    else if (sign === ')' && --depth === 0) return at
  }
  return -1
}
