import { type Command, InvalidArgumentError } from 'commander'
import type { ShareVisit } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { findPresets } from '../files/find-preset.ts'
import { givenId } from '../lists/flags.ts'
import { time } from '../lists/kinds.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'
import { receivedBy, type UploadOptions, uploadsOf, withUploads } from './upload-options.ts'

const sizes = ['original', 'large', 'small'] as const
type Size = (typeof sizes)[number]

export function addShare(program: Command, terminal: Terminal) {
  const command = program
    .command('share')
    .description('Create a page where people without an account can view, download or upload files.')
    .argument('[ids...]', 'IDs of assets, or one ID of a folder, a collection, a template or a brand kit')
    .requiredOption('--name <title>', 'title of the page')
    .option('--message <text>', 'text on the page')
    .option('--expires <time>', 'time at which the page closes, such as 2027-01-31T12:00:00Z')
    .option(
      '--sizes <sizes>',
      `sizes that visitors can download: ${sizes.join(',')}, or none. Default: all`,
      sizesIn,
    )
    .option('--presets <names>', 'presets in which visitors can download images, separated by commas')
    .option('--ask-visitor', 'ask visitors for their name and e-mail address')
  withUploads(command)
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((ids, options) => create(terminal, ids, options))
}

/** `atelier shares revoke` and `visits`. @param shares has `list` and `get`. */
export function addShares(shares: Command, terminal: Terminal) {
  shares
    .command('revoke')
    .description('Revoke a share. Its page closes immediately and permanently.')
    .argument('<id>', 'share ID', givenId)
    .option('--json', 'print one JSON document and nothing else')
    .action((id, options) => revoke(terminal, id, options))
  shares
    .command('visits')
    .description('Print the views, downloads and uploads of a share, newest first.')
    .argument('<id>', 'share ID', givenId)
    .option('--json', 'print one JSON array and nothing else')
    .action((id, options) => visits(terminal, id, options))
}

const about = `
A password is read from ATELIER_SHARE_PASSWORD. It is never an argument.

Examples:
  $ atelier share ast_… ast_… --name 'For the agency' --expires 2027-01-31T12:00:00Z
  $ atelier share fld_… --name 'Summer campaign' --sizes large,small --json
  $ atelier share --uploads fld_… --name 'Send us your pictures' --upload-types image --ask-visitor`

type CreateOptions = UploadOptions & {
  name: string
  message?: string
  expires?: string
  sizes?: Size[]
  presets?: string
  askVisitor?: boolean
  json?: boolean
}

async function create(terminal: Terminal, ids: string[], options: CreateOptions) {
  const { name, message, expires, sizes, askVisitor, json } = options
  const uploads = uploadsOf(options)
  const target = ids.length === 0 && uploads ? {} : targetOf(ids)
  const password = terminal.env.ATELIER_SHARE_PASSWORD
  const { atelier } = await connect(terminal)
  const names = options.presets?.split(',').map((one) => one.trim())
  const presets = names && (await findPresets(atelier, names, terminal.signal))
  const given = {
    message,
    expires_at: expires,
    download_sizes: sizes,
    preset_ids: presets?.map(({ id }) => id),
    ask_visitor: askVisitor,
    uploads,
    password: password || undefined,
  }
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const share = await atelier.shares.create({ name, ...target, ...body }, { signal: terminal.signal })
  if (json) return print(terminal, jsonLine(share))
  const { id, url, expires_at } = share
  const uploaded = receivedBy(share)
  await print(
    terminal,
    facts(
      Object.entries({
        id,
        url,
        expires: expires_at && time(expires_at),
        ...(uploaded && { uploads: uploaded }),
      }),
    ),
  )
}

const single = { fld: 'folder_id', col: 'collection_id', tpl: 'template_id', bkt: 'brand_kit_id' } as const

/** @throws {UsageError} unless all IDs are assets, or there is one ID of another kind. */
function targetOf(ids: string[]) {
  const kinds = new Set(ids.map((id) => /^([a-z]{3})_[0-9a-z]{26}$/.exec(id)?.[1] ?? ''))
  if (kinds.size === 1 && kinds.has('ast')) return { asset_ids: ids }
  const field = ids.length === 1 ? single[[...kinds][0] as keyof typeof single] : undefined
  if (field === undefined)
    throw new UsageError(
      'Specify IDs of assets, one ID of a folder, a collection, a template or a brand kit, or --uploads.',
    )
  return { [field]: ids[0]! }
}

async function revoke(terminal: Terminal, id: string, { json }: { json?: boolean }) {
  const { atelier } = await connect(terminal)
  const share = await atelier.shares.revoke(id, { signal: terminal.signal })
  await print(terminal, json ? jsonLine(share) : `Revoked ${id}.\n`)
}

async function visits(terminal: Terminal, id: string, { json }: { json?: boolean }) {
  const { atelier } = await connect(terminal)
  const rows = await atelier.shares.visits(id, {}, { signal: terminal.signal }).toArray()
  await print(terminal, json ? jsonLine(rows) : rows.map(lineOf).join(''))
}

const lineOf = ({ kind, asset_id, render_id, size, visitor_email, created_at }: ShareVisit) =>
  `${[time(created_at), kind, asset_id ?? render_id, size, visitor_email].filter(Boolean).join('  ')}\n`

function sizesIn(text: string): Size[] {
  const asked = text === 'none' ? [] : text.split(',').map((one) => one.trim())
  const known = sizes.filter((size) => asked.includes(size))
  if (known.length === asked.length) return known
  throw new InvalidArgumentError(
    `Use one or more of ${sizes.join(', ')}, separated by commas, or "none" alone.`,
  )
}
