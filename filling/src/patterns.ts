import { RE2JS } from 're2js'

export const patternLengthMax = 200
/**
 * Maximum size of a compiled expression. Matching time is proportional to this size and to the length of the
 * text. At this limit, 5,000 characters take at most about 100 ms for any expression.
 */
const stepsMax = 1_000

/**
 * Compiles a pattern for a linear-time engine. Features that need backtracking (look-around, backreferences)
 * are rejected, so that no text makes it slow. Undefined for an invalid or too expensive pattern.
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

/** Patterns are cached, because a batch uses the same pattern for every row. */
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
