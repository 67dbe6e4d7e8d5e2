import { readFile } from 'node:fs/promises'
import { type Command, InvalidArgumentError } from 'commander'
import { isApiPath } from '../../sdk/src/http/request.ts'
import { UsageError } from './errors.ts'
import { type Pair, pair } from './lists/flags.ts'
import { connect } from './signing-in/connect.ts'
import { readInput } from './signing-in/prompt.ts'
import { print, type Terminal } from './terminal.ts'

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] as const
type Method = (typeof methods)[number]

/** `atelier api` sends one request to any path of the API. */
export function addApi(program: Command, terminal: Terminal) {
  program
    .command('api')
    .description('Send one request to the API and print the response.')
    .argument('<method>', methods.join(', '), methodOf)
    .argument('<path>', 'a path of the API reference, such as /api/assets', pathOf)
    .option('--query <name=value>', 'a query parameter; can be repeated', pair, [])
    .option('--set <name=value>', 'a text field of the JSON body; can be repeated', pair, [])
    .option('--input <file>', 'the JSON body; - for standard input')
    .option('--include', 'print the status and the headers first')
    .addHelpText('after', about)
    .action((method, path, options) => api(terminal, method, path, options))
}

const about = `
Tokens, rate limits, retries and exit codes work as in the other commands.

Examples:
  $ atelier api GET /api/assets --query type=image --query per_page=5
  $ atelier api POST /api/folders --set name=Posters
  $ echo '{"status":"published"}' | atelier api PATCH /api/templates/tpl_… --input -`

type Options = { query: Pair[]; set: Pair[]; input?: string; include?: boolean }

async function api(terminal: Terminal, method: Method, path: string, options: Options) {
  const { query, set, input, include } = options
  const hasBody = input !== undefined || set.length > 0
  if (hasBody && (method === 'GET' || method === 'HEAD'))
    throw new UsageError(`A ${method} request cannot have a body. Use --query.`)
  if (input !== undefined && set.length > 0) throw new UsageError('Use either --set or --input, not both.')
  const text = input === undefined ? undefined : await textOf(terminal, input)
  const json = text === undefined ? fieldsOf(set) : parsed(text)
  const { atelier } = await connect(terminal)
  const { status, headers, body } = await atelier.request(method, path, {
    query: listsOf(query),
    json,
    signal: terminal.signal,
  })
  if (include) {
    const lines = [...headers].map(([name, value]) => `${name}: ${value}\n`)
    await print(terminal, `HTTP ${status}\n${lines.join('')}\n`)
  }
  if (body !== null)
    await print(terminal, typeof body === 'string' ? body : `${JSON.stringify(body, null, 2)}\n`)
}

const textOf = (terminal: Terminal, input: string) =>
  input === '-' ? readInput(terminal) : readFile(input, 'utf8')

const fieldsOf = (set: Pair[]) => (set.length === 0 ? undefined : Object.fromEntries(set))

/** A parameter that is given several times is a list. */
function listsOf(query: Pair[]): Record<string, string[]> {
  const lists: Record<string, string[]> = {}
  for (const [name, value] of query) lists[name] = [...(lists[name] ?? []), value]
  return lists
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new UsageError(`The input is not valid JSON: ${(error as Error).message}`)
  }
}

function methodOf(text: string): Method {
  const method = methods.find((one) => one === text.toUpperCase())
  if (!method) throw new InvalidArgumentError(`It must be one of ${methods.join(', ')}.`)
  return method
}

function pathOf(text: string): string {
  if (isApiPath(text)) return text
  throw new InvalidArgumentError(
    'It must begin with one / and must not contain a query, such as /api/assets.',
  )
}
