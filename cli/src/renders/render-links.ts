import { type Command, InvalidArgumentError, Option } from 'commander'
import { signRenderLink } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenId, wholeNumber } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { ask, readInput } from '../signing-in/prompt.ts'
import { jsonLine, print, type Terminal, tell } from '../terminal.ts'
import { facts } from '../text/table.ts'
import { findTemplate } from './find-template.ts'
import { type Format, formats } from './options.ts'
import { type Texts, valuesOf, withText } from './values.ts'

const widthMax = 4_096
const rendersMax = 1_000_000_000

/** `atelier render-links create`, `sign` and `revoke`. @param links has `list` and `get`. */
export function addRenderLinks(links: Command, terminal: Terminal) {
  links
    .command('create')
    .description('Create a link that renders a template when it is opened.')
    .argument('<template>', 'template ID or exact name')
    .option('--open <variables>', 'variables whose values the URLs contain, separated by commas', listed)
    .option('--set <variable=value>', 'fixed value of another variable', withText)
    .option('--formats <formats>', 'file formats of the URLs, separated by commas; default: png', formatsIn)
    .option(
      '--width-max <pixels>',
      'maximum width that URLs can request; default: 2,000',
      wholeNumber(1, widthMax),
    )
    .option('--max-renders <number>', 'maximum number of different renders', wholeNumber(1, rendersMax))
    .option('--expires <time>', 'time at which the link expires, such as 2027-01-31T12:00:00Z')
    .option('--language <tag>', 'language of the text, such as de or ar')
    .option('--kit <id>', 'brand kit ID; default: the default brand kit')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', aboutCreate)
    .action((template, options) => create(terminal, template, options))
  links
    .command('sign')
    .description('Print a URL for a render link without contacting the server.')
    .argument('<url>', 'URL of the link, which ends with its ID')
    .option('--set <variable=value>', 'value of an open variable', withText)
    .addOption(new Option('--format <format>', 'file format').choices(formats).default('png'))
    .option('--width <pixels>', 'width; default: the width of the template', wholeNumber(1, widthMax))
    .addHelpText('after', aboutSign)
    .action((url, options) => signed(terminal, url, options))
  links
    .command('revoke')
    .description('Revoke a link. Its URLs stop working.')
    .argument('<id>', 'link ID', givenId)
    .option('--json', 'print one JSON document and nothing else')
    .action((id, options) => revoke(terminal, id, options))
}

const aboutCreate = `
The secret signs URLs and is shown only once. Keep it on a server.

Examples:
  $ atelier render-links create 'Launch card' --open headline,price --formats png,jpeg --max-renders 1000
  $ atelier render-links create tpl_… --open name --set accent=brand:forest --expires 2027-01-31T12:00:00Z --json`

const aboutSign = `
The secret is read from ATELIER_LINK_SECRET, a hidden prompt or standard input. It is never an argument.

Examples:
  $ atelier render-links sign https://atelier.example/r/rln_… --set headline='Made for first light' --format jpeg`

type CreateOptions = {
  open?: string[]
  set?: Texts
  formats?: Format[]
  widthMax?: number
  maxRenders?: number
  expires?: string
  language?: string
  kit?: string
  json?: boolean
}

async function create(terminal: Terminal, named: string, options: CreateOptions) {
  const { signal } = terminal
  const { open, set, formats, widthMax, maxRenders, expires, language, kit, json } = options
  const { atelier } = await connect(terminal)
  const template = await findTemplate(atelier, named, signal)
  const noUpload = () => {
    throw new UsageError(
      'Upload the image first, and then specify the ID of its asset: atelier assets upload',
    )
  }
  const given = {
    open,
    variables: set && (await valuesOf(template, set, noUpload)),
    ...{ formats, width_max: widthMax, max_renders: maxRenders, expires_at: expires, language },
    brand_kit_id: kit,
  }
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const link = await atelier.renderLinks.create(template.id, body, { signal })
  if (json) return print(terminal, jsonLine(link))
  const { id, url, secret } = link
  await print(terminal, facts(Object.entries({ id, url, secret })))
  tell(terminal, 'The secret is not shown again.')
}

type SignOptions = { set?: Texts; format: Format; width?: number }

async function signed(terminal: Terminal, url: string, { set, format, width }: SignOptions) {
  const { env, stdin } = terminal
  const secret =
    env.ATELIER_LINK_SECRET ||
    (stdin.isTTY ? await ask(terminal, 'link secret (hidden)', true) : await readInput(terminal))
  if (!secret.startsWith('rls_'))
    throw new UsageError(
      'Set the secret of the link, rls_…, as ATELIER_LINK_SECRET or pass it on standard input.',
    )
  if (!/\/rln_[0-9a-z]{26}(\.\w+)?$/.test(url))
    throw new UsageError(`This is not the URL of a render link: ${url}`)
  const link = { url, secret, format, width, values: Object.fromEntries(set ?? []) }
  await print(terminal, `${await signRenderLink(link)}\n`)
}

async function revoke(terminal: Terminal, id: string, { json }: { json?: boolean }) {
  const { atelier } = await connect(terminal)
  await atelier.renderLinks.revoke(id, { signal: terminal.signal })
  await print(terminal, json ? jsonLine({ id, revoked: true }) : `Revoked ${id}.\n`)
}

const listed = (text: string) =>
  text
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean)

function formatsIn(text: string): Format[] {
  const asked = listed(text)
  const known = formats.filter((one) => asked.includes(one))
  if (known.length === asked.length && known.length > 0) return known
  throw new InvalidArgumentError(`Allowed formats are ${formats.join(', ')}, separated by commas.`)
}
