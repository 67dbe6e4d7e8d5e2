import { type Guide, groups, guides } from './guides.ts'
import type { Rendered } from './render.ts'

export const listPath = '/docs/guides'

/** The page of a guide with its table of contents. */
export function pageOf(guide: Guide, { html, headings }: Rendered): string {
  const place = guides.indexOf(guide)
  return page({
    title: guide.title,
    shown: guide,
    html: `${html}
        <footer>${turn('Previous', guides[place - 1])}${turn('Next', guides[place + 1])}</footer>`,
    aside: contents(headings),
  })
}

/** The page that lists the guides. */
export const listPage = (): string =>
  page({ title: 'Guides', html: `<h1>Guides</h1>${groups.map(listed).join('')}` })

type Page = { title: string; shown?: Guide; html: string; aside?: string }

const page = ({ title, shown, html, aside = '' }: Page) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${title} · Atelier</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body>
    <a class="skip" href="#guide">Skip to the guide</a>
    <header>
      <a class="home" href="/docs"><img src="/favicon.svg" alt="" width="24" height="24">Atelier</a>
      <a href="${listPath}"${shown ? '' : ' aria-current="page"'}>Guides</a>
      <a href="/reference">API reference</a>
      <a href="/">Portal</a>
    </header>
    <div class="columns">
      ${shown ? `<nav aria-label="Guides">${groups.map((group) => navigation(group, shown)).join('')}</nav>` : '<div></div>'}
      <main id="guide">
        ${html}
      </main>
      <aside>${aside}</aside>
    </div>
  </body>
</html>
`

const listed = ({ title, guides }: (typeof groups)[number]) => `
        <h2>${title}</h2>
        <ul class="list">${guides
          .map(
            ({ slug, title, about }) => `<li><a href="/docs/${slug}">${title}</a> <span>${about}</span></li>`,
          )
          .join('')}</ul>`

const navigation = ({ title, guides }: (typeof groups)[number], shown: Guide) => `
        <h2>${title}</h2>
        <ul>${guides
          .map(({ slug, title }) => {
            const current = slug === shown.slug ? ' aria-current="page"' : ''
            return `<li><a href="/docs/${slug}"${current}>${title}</a></li>`
          })
          .join('')}</ul>`

const contents = (headings: Rendered['headings']) =>
  headings.length < 2
    ? ''
    : `<nav aria-label="On this page"><h2>On this page</h2><ul>${headings
        .map(({ id, text }) => `<li><a href="#${id}">${text}</a></li>`)
        .join('')}</ul></nav>`

const turn = (label: string, guide: Guide | undefined) =>
  guide ? `<a href="/docs/${guide.slug}"><small>${label}</small>${guide.title}</a>` : '<span></span>'
