/** A name as the service compares it: without case and accents. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/** Whether the service takes two names for one: of two such folders side by side, or two such tags, there is only one. */
export const isSameName = (one: string, other: string): boolean => foldedName(one) === foldedName(other)
