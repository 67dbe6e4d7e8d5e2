import { RE2JS } from 're2js'

/** Characters. */
export const patternLengthMax = 200
/**
 * Steps of the compiled expression. Matching takes time in proportion to the steps and the length of the text: at this
 * limit, 5,000 characters take at most about 100 ms, whatever the expression is.
 */
const stepsMax = 1_000

/**
 * A pattern compiled for an engine of linear time: what backtracking needs (look-around, backreferences) is refused,
 * and no text makes it slow. Undefined for what is no such pattern, or one that is too expensive.
 */
export function compiledPattern(pattern: string): RE2JS | undefined {
  if (pattern.length > patternLengthMax) return undefined
  if (!compiled.has(pattern)) {
    if (compiled.size >= compiledMax) compiled.clear()
    compiled.set(pattern, compile(pattern))
  }
  return compiled.get(pattern)
}

/** Whether the whole text matches. */
export const matchesPattern = (pattern: string, text: string) =>
  compiledPattern(pattern)?.matches(text) ?? true

/** A batch asks the same pattern for every row. */
const compiled = new Map<string, RE2JS | undefined>()
const compiledMax = 100

function compile(pattern: string): RE2JS | undefined {
  try {
    const expression = RE2JS.compile(pattern)
    return expression.programSize() <= stepsMax ? expression : undefined
  } catch {
    return undefined
  }
}
