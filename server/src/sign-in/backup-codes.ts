import { randomInt } from 'node:crypto'

const codes = 10
const groupLength = 6
const groups = 2
/** Characters of codes, without those that look alike on paper, such as 0 and O, 1, I and L, U and V. */
const alphabet = '23456789abcdefghjkmnpqrstwxyz'

/** Codes of 58 random bits for a lost second factor, such as `k7m2xq-9hd4wt`. Each code works once. */
export const newBackupCodes = (): string[] => Array.from({ length: codes }, newCode)

const newCode = () => Array.from({ length: groups }, newGroup).join('-')

const newGroup = () =>
  Array.from({ length: groupLength }, () => alphabet[randomInt(alphabet.length)]).join('')
