import { type Command, InvalidArgumentError } from 'commander'

/** Whether a path is transferred. Paths have slashes on every system. */
export type PathFilter = {
  file(path: string): boolean
  /** Whether the content of a folder can be transferred. */
  folder(path: string): boolean
}

export type FilterOptions = { include?: RegExp[]; exclude?: RegExp[] }

/** Adds `--include` and `--exclude`, which all transfer commands have. */
export const withFilters = (command: Command) =>
  command
    .option('--include <pattern>', 'only files that match, such as *.jpg; can be repeated', pattern)
    .option('--exclude <pattern>', 'skip files and folders that match; can be repeated', pattern)

export const aboutFilters = `
A pattern without a slash matches file and folder names at any depth; a pattern with a slash matches paths. * and ? match
within a name, ** across folders, {jpg,png} either. Case is ignored. A folder includes everything in it, and --exclude
takes precedence over --include.`

export function pathFilter({ include = [], exclude = [] }: FilterOptions): PathFilter {
  const isExcluded = (path: string) => isMatched(path, exclude)
  return {
    file: (path) => !isExcluded(path) && (include.length === 0 || isMatched(path, include)),
    folder: (path) => !isExcluded(path),
  }
}

function isMatched(path: string, patterns: RegExp[]): boolean {
  const parts = path.normalize('NFC').split('/')
  return parts.some((name, at) => {
    const here = parts.slice(0, at + 1).join('/')
    return patterns.some((one) => one.test(`/${here}`) || one.test(name))
  })
}

function pattern(text: string, before: RegExp[] = []): RegExp[] {
  return [...before, expressionOf(text.normalize('NFC').replace(/\/+$/, ''))]
}

/** A pattern with a slash matches from the top, so the tested path gets a leading slash. */
function expressionOf(glob: string): RegExp {
  const isPath = glob.includes('/')
  const whole = isPath ? glob.replace(/^\/*/, '/') : glob
  let source = ''
  let open = 0
  for (let at = 0; at < whole.length; at++) {
    const letter = whole[at]!
    if (whole.startsWith('**/', at)) {
      source += '(?:[^/]*/)*'
      at += 2
    } else if (whole.startsWith('**', at)) {
      source += '.*'
      at += 1
    } else if (letter === '*') source += '[^/]*'
    else if (letter === '?') source += '[^/]'
    else if (letter === '{') {
      source += '(?:'
      open += 1
    } else if (letter === '}' && open > 0) {
      source += ')'
      open -= 1
    } else if (letter === ',' && open > 0) source += '|'
    else source += letter.replace(/[\\^$.*+?()[\]{}|]/, '\\$&')
  }
  if (glob === '' || open > 0) throw new InvalidArgumentError('It must be a pattern such as *.jpg or raw/**.')
  return new RegExp(`^${source}$`, 'isu')
}
