import { type Guide, groups, guides } from './guides.ts'
import type { Rendered } from './render.ts'

/** The page of a guide with its table of contents. */
export function pageOf(guide: Guide, { html, headings }: Rendered): string {
  const place = guides.indexOf(guide)
  return `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>${guide.title} · Atelier</title>
    <link rel="icon" href="/favicon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body>
    <a class="skip" href="#guide">Skip to the guide</a>
    <header>
      <a class="home" href="/docs"><img src="/favicon.svg" alt="" width="24" height="24">Atelier</a>
      <a href="/reference">API reference</a>
      <a href="/">Portal</a>
    </header>
    <div class="columns">
      <nav aria-label="Guides">${groups.map((group) => navigation(group, guide)).join('')}</nav>
      <main id="guide">
        ${html}
        <footer>${turn('Previous', guides[place - 1])}${turn('Next', guides[place + 1])}</footer>
      </main>
      <aside>${contents(headings)}</aside>
    </div>
  </body>
</html>
`
}

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
