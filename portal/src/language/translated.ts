/** A text can have any value in another language, with the same placeholders. */
type Text<English> = English extends string
  ? string
  : English extends (...values: infer Values) => infer Result
    ? (...values: Values) => Text<Result>
    : { [Key in keyof English]: Text<English[Key]> }

let catalog: Readonly<Record<string, unknown>> = {}

/** Sets the texts of the page. Call this before the modules that use texts are imported. */
export function setCatalog(texts: Readonly<Record<string, unknown>>) {
  catalog = texts
}

/** @returns the texts in the language of the page: the English ones if no other catalog is set. */
export function translated<const English>(name: string, english: English): Text<English> {
  // The compiler compares each catalog with the English texts (language/catalog.ts). They use this function, so
  // it cannot use the type of a catalog.
  return (catalog[name] ?? english) as Text<English>
}
