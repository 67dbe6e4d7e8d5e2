import type { Command } from 'commander'
import type { BrandPage } from '../../../sdk/src/index.ts'
import { UsageError } from '../errors.ts'
import { givenId } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import { jsonLine, print, type Terminal } from '../terminal.ts'
import { facts } from '../text/table.ts'

/** `atelier brand-pages publish` and `unpublish`. @param pages has `list` and `get`. */
export function addBrandPages(pages: Command, terminal: Terminal) {
  pages
    .command('publish')
    .description('Publish a brand kit on a page for people without an account, or change its page.')
    .argument('<id>', 'brand kit ID', givenId)
    .option('--slug <slug>', 'last part of the URL; required for a new page')
    .option('--title <title>', 'title of the page; default: the name of the brand kit')
    .option('--intro <text>', 'text below the title')
    .option('--indexed', 'let search engines list the page')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action((id, options) => publish(terminal, id, options))
  pages
    .command('unpublish')
    .description('Close the page of a brand kit and keep its content.')
    .argument('<id>', 'page ID', givenId)
    .option('--json', 'print one JSON document and nothing else')
    .action((id, options) => unpublish(terminal, id, options))
}

const about = `
A password is read from ATELIER_BRAND_PAGE_PASSWORD. It is never an argument.

Example:
  $ atelier brand-pages publish bkt_… --slug our-brand --intro 'Logos, colors and fonts for partners.'`

type PublishOptions = { slug?: string; title?: string; intro?: string; indexed?: boolean; json?: boolean }

async function publish(terminal: Terminal, kitId: string, options: PublishOptions) {
  const { slug, title, intro, indexed, json } = options
  const { atelier } = await connect(terminal)
  const { signal } = terminal
  const given = {
    slug,
    title,
    intro,
    is_indexed: indexed,
    password: terminal.env.ATELIER_BRAND_PAGE_PASSWORD || undefined,
  }
  const body = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined))
  const [known] = await atelier.brandPages.list({ brand_kit_id: kitId }, { signal }).toArray(1)
  if (!known && slug === undefined)
    throw new UsageError("The brand kit has no page yet. Specify --slug, the last part of the page's URL.")
  const page = known
    ? await atelier.brandPages.update(known.id, { ...body, is_published: true }, { signal })
    : await atelier.brandPages.create({ ...body, brand_kit_id: kitId, slug: slug! }, { signal })
  await print(terminal, json ? jsonLine(page) : shown(page))
}

async function unpublish(terminal: Terminal, id: string, { json }: { json?: boolean }) {
  const { atelier } = await connect(terminal)
  const page = await atelier.brandPages.update(id, { is_published: false }, { signal: terminal.signal })
  await print(terminal, json ? jsonLine(page) : `Unpublished ${id}.\n`)
}

const shown = ({ id, url, has_password }: BrandPage) =>
  facts(Object.entries({ id, url, password: has_password ? 'yes' : null }))
