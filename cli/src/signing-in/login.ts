import type { Command } from 'commander'
import { UsageError } from '../errors.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { open } from './connect.ts'
import { deleteCredentials, readCredentials, writeCredentials } from './credentials.ts'
import { ask, readInput } from './prompt.ts'

export function addLogin(program: Command, terminal: Terminal) {
  program
    .command('login')
    .description("Verify and store a client's credentials.")
    .option('--url <url>', 'URL of the Atelier server')
    .option('--client-id <id>', 'client ID, cli_…')
    .option('--scope <names>', 'scopes of the tokens, separated by spaces; default: all scopes of the client')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', aboutLogin)
    .action((options) => login(terminal, options))
  program
    .command('logout')
    .description('Delete the stored credentials.')
    .option('--json', 'print one JSON document and nothing else')
    .action((options) => logout(terminal, options))
}

const aboutLogin = `
The secret is read from a hidden prompt or from standard input. It is never an argument, which other users could see.

Examples:
  $ atelier login
  $ atelier login --url https://atelier.example --client-id cli_… < secret.txt
  $ atelier login --scope "profile:read assets:read"`

type LoginOptions = { url?: string; clientId?: string; scope?: string; json?: boolean }

async function login(terminal: Terminal, options: LoginOptions) {
  const { env, signal } = terminal
  const url = await given(terminal, 'url', options.url ?? env.ATELIER_URL)
  const clientId = await given(terminal, 'client ID', options.clientId ?? env.ATELIER_CLIENT_ID)
  const clientSecret = terminal.stdin.isTTY
    ? await ask(terminal, 'client secret (hidden)', true)
    : await readInput(terminal)
  if (clientSecret === '')
    throw new UsageError('Enter the secret at the prompt, or pass it on standard input.')
  const scope = options.scope?.trim() || env.ATELIER_SCOPE || undefined
  const connection = open(url, { clientId, clientSecret, scope })
  const { scopes } = await connection.atelier.introspectToken({ signal })
  const file = await writeCredentials(env, { url: connection.url, clientId, clientSecret, scope })
  const json = { url: connection.url, client_id: clientId, scopes, file }
  const text = `Signed in to ${connection.url} as ${clientId}. Scopes: ${scopes.join(', ')}. Credentials stored in ${file}.\n`
  await print(terminal, options.json ? jsonLine(json) : text)
}

async function given(terminal: Terminal, what: 'url' | 'client ID', value: string | undefined) {
  if (value) return value
  const flag = `--${what.replace(' ', '-')}`
  if (!terminal.stdin.isTTY) throw new UsageError(`Use ${flag}, because there is no terminal to prompt in.`)
  const answer = await ask(terminal, what)
  if (answer === '') throw new UsageError(`Use ${flag}, or enter it at the prompt.`)
  return answer
}

async function logout(terminal: Terminal, { json }: { json?: boolean }) {
  const url = (await readCredentials(terminal.env).catch(() => undefined))?.url ?? null
  const file = await deleteCredentials(terminal.env)
  const text = file ? `Signed out${url ? ` of ${url}` : ''}.\n` : 'You were not signed in.\n'
  await print(terminal, json ? jsonLine({ url, signed_out: file !== undefined }) : text)
}
