const textLengthMax = 2_000

/** A text of a file, bounded and without characters that the database or XML cannot hold. Undefined if empty. */
export function short(text: string | undefined, lengthMax = textLengthMax): string | undefined {
  const clean = text
    ?.toWellFormed()
    .replace(/[^\P{Cc}\n\t]/gu, '')
    .trim()
  return clean ? clean.slice(0, lengthMax).toWellFormed() : undefined
}
