/**
 * The external URLs in a CSS text: arguments of `url()` and similar functions, and `@import`. An independent parser
 * of CSS Syntax §4 that shares no code with the sanitizer.
 */
export function addressesIn(text: string): string[] {
  const css = text.replace(/\r\n?|\f/g, '\n')
  if (!/[(@]/.test(css)) return []
  const found: string[] = []
  /** The names of the open functions. */
  const open: string[] = []
  let at = 0

  const take = (form: RegExp) => {
    form.lastIndex = at
    const taken = form.exec(css)?.[0] ?? ''
    at += taken.length
    return taken
  }

  function takeString(quote: string) {
    const value = unescaped(take(quote === '"' ? /"(?:\\.|[^"\\\n])*/sy : /'(?:\\.|[^'\\\n])*/sy).slice(1))
    if (css[at] === quote) at++
    if (open.some((name) => addressed.test(name))) found.push(value)
  }

  function takeFunction(name: string) {
    at++
    open.push(name)
    if (name !== 'url') return
    take(blank)
    if (css[at] === '"' || css[at] === "'") return
    found.push(unescaped(take(/(?:\\.|[^)\\])*/sy)).trim())
  }

  while (at < css.length) {
    const sign = css[at]!
    if (take(/\/\*.*?(?:\*\/|$)/sy) !== '') continue
    if (sign === '"' || sign === "'") takeString(sign)
    else if (sign === '@' || sign === '#') {
      at++
      const name = unescaped(take(word)).toLowerCase()
      if (sign === '@' && leading.test(name)) found.push(`@${name}`)
    } else {
      const name = unescaped(take(word)).toLowerCase()
      if (css[at] === '(') takeFunction(name)
      else if (name === '') {
        if (sign === ')') open.pop()
        at++
      }
    }
  }
  return found
}

/** Functions and rules that load external resources. */
const addressed = /^(?:url|src|(?:-\w+-)?(?:image|image-set|cross-fade|element)|domain|document)$/
const leading = /^(?:import|namespace|font-face|charset|document|font-feature-values|color-profile)$/

const blank = /[ \n\t]*/y
const word = /(?:[-\w]|\P{ASCII}|\\[\da-f]{1,6}[ \n\t]?|\\[^\n])+/iuy

const unescaped = (text: string) =>
  text.replace(/\\(?:([\da-f]{1,6})[ \n\t]?|\n|(.))/gis, (_, code, sign) =>
    code ? String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff)) : (sign ?? ''),
  )
