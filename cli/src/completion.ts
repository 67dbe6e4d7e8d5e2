import { Argument, type Command } from 'commander'
import { print, type Terminal } from './terminal.ts'

/** Shell completion scripts, generated from the command definitions. */
export function addCompletion(program: Command, terminal: Terminal) {
  program
    .command('completion')
    .description('Print a shell completion script.')
    .addArgument(new Argument('<shell>', 'whose').choices(Object.keys(shells)))
    .addHelpText('after', examples)
    .action((shell: keyof typeof shells) => print(terminal, shells[shell](wordsOf(program))))
}

const examples = `
Examples:
  $ source <(atelier completion bash)
  $ atelier completion zsh > "\${fpath[1]}/_atelier"
  $ atelier completion fish > ~/.config/fish/completions/atelier.fish`

type Words = {
  path: string
  /** Subcommands, the values of arguments, and flags. */
  words: string[]
  /** The values of flags. Empty for texts and files. */
  values: [flag: string, values: readonly string[]][]
}[]

function wordsOf(command: Command, path: string[] = [], global = command.options): Words {
  const options =
    path.length === 0 ? global : [...command.options, ...global.filter(({ required }) => required)]
  const flags = options.map(({ long }) => long!).concat('--help')
  const names = command.commands.map((sub) => sub.name())
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  const values = options
    .filter(({ required }) => required)
    .map(({ long, argChoices = [] }): [string, string[]] => [long!, argChoices])
  return [
    { path: path.map((name) => ` ${name}`).join(''), words: [...names, ...choices, ...flags], values },
    ...command.commands.flatMap((sub) => wordsOf(sub, [...path, sub.name()], global)),
  ]
}

/** Patterns of a shell's `case` for the command path and the flag before the word, each with its values. */
const flagsOf = (words: Words) =>
  words.flatMap(({ path, values }) =>
    values.map(([flag, all]) => ({ at: `'${path} ${flag}'`, all: all.join(' ') })),
  )

// Commands come first and have at most two levels, so the first words without a dash are the command path.
const shells = {
  bash: (words: Words) => `_atelier() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathsOf(words)}
    esac
  done
  case "$path \${COMP_WORDS[COMP_CWORD-1]}" in
${flagsOf(words)
  .map(
    ({ at, all }) =>
      `    ${at}) COMPREPLY=($(compgen -W '${all}' -- "\${COMP_WORDS[COMP_CWORD]}")); return ;;`,
  )
  .join('\n')}
  esac
  case "$path" in
${words.map(({ path, words: all }) => `    '${path}') COMPREPLY=($(compgen -W '${all.join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`).join('\n')}
  esac
}
complete -o default -F _atelier atelier
`,
  zsh: (words: Words) => `#compdef atelier
_atelier() {
  local path_='' word
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case "$path_ $word" in
${pathsOf(words).replaceAll('path=', 'path_=')}
    esac
  done
  case "$path_ \${words[CURRENT-1]}" in
${flagsOf(words)
  .map(({ at, all }) => `    ${at}) ${all === '' ? '_files' : `compadd -- ${all}`}; return ;;`)
  .join('\n')}
  esac
  case "$path_" in
${words.map(({ path, words: all }) => `    '${path}') compadd -- ${all.join(' ')} && return ;;`).join('\n')}
  esac
  _files
}
if [ "$funcstack[1]" = "_atelier" ]; then _atelier "$@"; else compdef _atelier atelier; fi
`,
  fish: (words: Words) => `function __atelier_words
  set -l path ''
  set -l before (commandline -opc)[-1]
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
${namesOf(words)
  .map((path) => `      case '${path}'\n        set path '${path}'`)
  .join('\n')}
    end
  end
  switch "$path $before"
${flagsOf(words)
  .map(
    ({ at, all }) =>
      `    case ${at}\n      ${all === '' ? '__fish_complete_path' : `string split ' ' -- '${all}'`}\n      return`,
  )
  .join('\n')}
  end
  switch "$path"
${words.map(({ path, words: all }) => `    case '${path}'\n      string split ' ' -- '${all.join(' ')}'`).join('\n')}
  end
end
complete -c atelier -a '(__atelier_words)'
`,
}

const namesOf = (words: Words) => words.map(({ path }) => path).filter(Boolean)

const pathsOf = (words: Words) =>
  namesOf(words)
    .map((path) => `      '${path}') path='${path}' ;;`)
    .join('\n')
