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

/** The flags and subcommands of each command path, such as `assets list`. */
type Words = [path: string, words: string[]][]

function wordsOf(command: Command, path: string[] = []): Words {
  const flags = command.options.map(({ long }) => long!).concat('--help')
  const names = command.commands.map((sub) => sub.name())
  const choices = command.registeredArguments.flatMap(({ argChoices }) => argChoices ?? [])
  return [
    [path.join(' '), [...names, ...choices, ...flags]],
    ...command.commands.flatMap((sub) => wordsOf(sub, [...path, sub.name()])),
  ]
}

// Commands come first and have at most two levels, so the first words without a dash are the command path.
const shells = {
  bash: (words: Words) => `_atelier() {
  local path='' word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$path $word" in
${pathsOf(words)}
    esac
  done
  case "$path" in
${words.map(([path, all]) => `    ' ${path}'${path ? '' : " | ''"}) COMPREPLY=($(compgen -W '${all.join(' ')}' -- "\${COMP_WORDS[COMP_CWORD]}")) ;;`).join('\n')}
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
  case "$path_" in
${words.map(([path, all]) => `    ' ${path}'${path ? '' : " | ''"}) compadd -- ${all.join(' ')} && return ;;`).join('\n')}
  esac
  _files
}
if [ "$funcstack[1]" = "_atelier" ]; then _atelier "$@"; else compdef _atelier atelier; fi
`,
  fish: (words: Words) => `function __atelier_words
  set -l path ''
  for word in (commandline -opc)[2..-1]
    switch "$path $word"
${namesOf(words)
  .map((path) => `      case ' ${path}'\n        set path ' ${path}'`)
  .join('\n')}
    end
  end
  switch "$path"
${words.map(([path, all]) => `    case '${path && ` ${path}`}'\n      string split ' ' -- '${all.join(' ')}'`).join('\n')}
  end
end
complete -c atelier -a '(__atelier_words)'
`,
}

const namesOf = (words: Words) => words.map(([path]) => path).filter(Boolean)

const pathsOf = (words: Words) =>
  namesOf(words)
    .map((path) => `      ' ${path}') path=' ${path}' ;;`)
    .join('\n')
