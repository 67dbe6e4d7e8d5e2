/** Formats numbers and counted nouns in a language. */
export function numbersIn(language: string) {
  const whole = new Intl.NumberFormat(language)
  const few = new Intl.NumberFormat(language, { maximumFractionDigits: 2 })
  const plurals = new Intl.PluralRules(language)
  const list = new Intl.ListFormat(language)
  return {
    number: (value: number) => whole.format(value),
    /** With up to two decimal places. */
    decimal: (value: number) => few.format(value),
    /** "1 file", "1,200 files". */
    counted: (count: number, one: string, more: string) =>
      `${whole.format(count)} ${plurals.select(count) === 'one' ? one : more}`,
    /** "a, b, and c". */
    listed: (parts: string[]) => list.format(parts),
  }
}
