import { tokenize, tokenTypes } from 'css-tree'

type Item = { text: string } | { prelude: string; items: Item[] }

/** Maximum number of characters, because nested selectors multiply. */
const flattenedLengthMax = 2 * 1024 * 1024

/**
 * Flattens a sheet with nested rules (CSS Nesting 1), for renderers and parsers without support. Returns the
 * sheet unchanged if it has no nested rules or would become too long.
 * @param css a sheet with balanced brackets (svg-css.ts), whose depth is therefore limited.
 */
export function flattened(css: string): string {
  const items = itemsOf(css)
  if (!items.some((item) => isNested(item, false))) return css
  const written = { text: '' }
  writeItems(items, undefined, written)
  return written.text.length > flattenedLengthMax ? css : written.text
}

function isNested(item: Item, isInRule: boolean): boolean {
  if ('text' in item) return false
  const isRule = !item.prelude.startsWith('@')
  return isInRule || item.items.some((inner) => isNested(inner, isRule || isInRule))
}

function itemsOf(css: string): Item[] {
  const top: Item[] = []
  const open = [top]
  let text = ''
  let brackets = 0
  const finish = () => {
    if (text.trim() !== '') open.at(-1)!.push({ text: text.trim() })
    text = ''
  }
  tokenize(css, (type, start, end) => {
    if (type === tokenTypes.Comment) return
    if (type === tokenTypes.LeftCurlyBracket) {
      const block = { prelude: text.trim(), items: [] }
      open.at(-1)!.push(block)
      open.push(block.items)
      text = ''
    } else if (type === tokenTypes.RightCurlyBracket && open.length > 1) {
      finish()
      open.pop()
    } else if (type === tokenTypes.Semicolon && brackets === 0) finish()
    else {
      if (opening.has(type)) brackets++
      else if (closing.has(type)) brackets = Math.max(0, brackets - 1)
      text += css.slice(start, end)
    }
  })
  finish()
  return top
}

const opening = new Set([tokenTypes.Function, tokenTypes.LeftParenthesis, tokenTypes.LeftSquareBracket])
const closing = new Set([tokenTypes.RightParenthesis, tokenTypes.RightSquareBracket])

function writeItems(items: Item[], around: string[] | undefined, written: { text: string }) {
  if (written.text.length > flattenedLengthMax) return
  const own = items.filter((item) => 'text' in item).map(({ text }) => text)
  if (own.length > 0) written.text += around ? `${around.join(',')}{${own.join(';')}}` : `${own.join(';')};`
  for (const item of items) {
    if ('text' in item) continue
    if (item.prelude.startsWith('@')) {
      written.text += `${item.prelude}{`
      writeItems(item.items, around, written)
      written.text += '}'
    } else writeItems(item.items, selectorsIn(item.prelude, around), written)
  }
}

const selectorsMax = 1_000

function selectorsIn(prelude: string, around: string[] | undefined): string[] {
  const own = prelude.split(/,(?![^()[\]]*[)\]])/).map((selector) => selector.trim())
  if (!around) return own
  return around
    .flatMap((parent) =>
      own.map((selector) =>
        selector.includes('&') ? selector.replaceAll('&', () => parent) : `${parent} ${selector}`,
      ),
    )
    .slice(0, selectorsMax)
}
