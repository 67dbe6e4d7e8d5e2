/** Folds a name as the server does to compare names: without case and accents. */
export const foldedName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()

/**
 * Whether the server treats two names as equal, so that two tags or two folders in one folder cannot both have them.
 */
export const isSameName = (one: string, other: string): boolean => foldedName(one) === foldedName(other)
