import { type Command, InvalidArgumentError, Option } from 'commander'

/** A list parameter as a flag: `folder_id` is `--folder-id`. */
export type Flag = {
  about: string
  values?: readonly string[]
  /** Takes several values, separated by commas. */
  isList?: boolean
  /** Whether the value is boolean. The flag without a value means true. */
  isSwitch?: boolean
  /** Takes `name=value`, and can be repeated. */
  isPairs?: boolean
}

export type Query = Record<string, unknown>

/** Adds the flags. @returns a function that converts commander's options to API parameters. */
export function addFlags(command: Command, flags: Record<string, Flag>): (options: Query) => Query {
  const names = Object.entries(flags).map(([name, flag]) => {
    const option = optionFor(name, flag)
    command.addOption(option)
    return [name, option.attributeName()] as const
  })
  return (options) =>
    Object.fromEntries(
      names.map(([name, attribute]) => [name, options[attribute]]).filter(([, value]) => value !== undefined),
    )
}

function optionFor(name: string, { about, values, isList, isSwitch, isPairs }: Flag): Option {
  const long = `--${name.replaceAll('_', '-')}`
  if (isSwitch) return new Option(`${long} [yes]`, about).choices(['true', 'false']).preset('true')
  if (isPairs) return new Option(`${long} <name=value>`, about).argParser(pairsOf)
  const option = new Option(`${long} <${values ? 'value' : 'text'}>`, about)
  // commander accepts a value that starts with a dash if the option requires a value.
  if (!values) return option
  const choosing = option.choices([...values])
  return isList ? choosing.argParser((text: string) => listOf(text, values)) : choosing
}

/** The API accepts the same list. */
function listOf(text: string, values: readonly string[]): string {
  if (text.split(',').every((value) => values.includes(value.trim()))) return text
  throw new InvalidArgumentError(`Allowed choices are ${values.join(', ')}, separated by commas.`)
}

export function wholeNumber(min: number, max: number) {
  return (text: string): number => {
    const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    throw new InvalidArgumentError(`It must be a whole number from ${min} to ${max}.`)
  }
}

/**
 * An unset shell variable expands to an empty argument. Without this check, `get ""` would list everything.
 */
export function givenId(text: string): string {
  if (text.trim() === '') throw new InvalidArgumentError('It must not be empty.')
  return text
}

/** The parser of an argument with several IDs. */
export const givenIds = (text: string, before: string[] = []): string[] => [...before, givenId(text)]

/** Collects pairs by name. A name that is repeated has several values. */
function pairsOf(text: string, before: Record<string, string[]> = {}): Record<string, string[]> {
  const [[name, value]] = pair(text) as [Pair]
  return { ...before, [name]: [...(before[name] ?? []), value] }
}

export type Pair = [name: string, value: string]

/** The parser of a flag for `name=value` that can be repeated. */
export function pair(text: string, before: Pair[] = []): Pair[] {
  const at = text.indexOf('=')
  if (at < 1) throw new InvalidArgumentError('It must be name=value.')
  return [...before, [text.slice(0, at), text.slice(at + 1)]]
}
