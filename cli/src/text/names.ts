import { hiddenCharacters, visibleCharacter } from '../../../sdk/src/names.gen.ts'

/** The library's name for a directory. */
export function folderName(directory: string): string {
  const name = directory
    .replace(/[\p{Cc}\u2028\u2029]/gu, '_')
    .replace(hiddenCharacters, '_')
    .trim()
  return visibleCharacter.test(name) ? name : '_'
}
