import { readFile } from 'node:fs/promises'
import { join, posix } from 'node:path'
import { Marked, type Tokens } from 'marked'
import { usualUrl } from '../http/endpoints/openapi.ts'
import { type Guide, guides, guidesDirectory } from './guides.ts'

export type Rendered = { html: string; headings: { id: string; text: string }[] }

/** Renders a guide as HTML. Its code samples use the URL of the server that shows the guide. */
export async function renderGuide(guide: Guide, publicUrl: string): Promise<Rendered> {
  const text = await readFile(join(guidesDirectory, guide.file), 'utf8')
  const headings: Rendered['headings'] = []
  const marked = new Marked({
    walkTokens(token) {
      if (token.type === 'link') token.href = hrefOf(guide, token.href)
    },
    renderer: {
      heading({ tokens, depth }: Tokens.Heading) {
        const html = this.parser.parseInline(tokens)
        if (depth !== 2) return `<h${depth}>${html}</h${depth}>\n`
        const plain = this.parser.parseInline(tokens, this.parser.textRenderer)
        const id = idOf(plain)
        headings.push({ id, text: plain })
        return `<h2 id="${id}"><a href="#${id}">${html}</a></h2>\n`
      },
    },
  })
  const html = await marked.parse(text.replaceAll(usualUrl, publicUrl))
  // Wide tables and long lines scroll separately, including with the keyboard. An empty table head is removed.
  return {
    html: html
      .replace(/<thead>\s*<tr>\s*(?:<th><\/th>\s*)+<\/tr>\s*<\/thead>/g, '')
      .replaceAll('<th></th>', '<td></td>')
      .replaceAll('<table>', '<div class="wide" tabindex="0" role="group" aria-label="Table"><table>')
      .replaceAll('</table>', '</table></div>')
      .replaceAll('<pre>', '<pre tabindex="0">'),
    headings,
  }
}

/** In the Markdown files, guides link to each other's files. */
function hrefOf({ file }: Guide, href: string): string {
  const [path = '', fragment] = href.split('#')
  const meant = guides.find((guide) => guide.file === posix.join(posix.dirname(file), path))
  return meant ? `/docs/${meant.slug}${fragment === undefined ? '' : `#${fragment}`}` : href
}

/** The same IDs as on GitHub, so that links to headings work in both places. */
const idOf = (text: string) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replace(/\s/g, '-')
