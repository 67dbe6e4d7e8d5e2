import { type EntryError, entryForm } from '../public-pages/entry.ts'
import { headerLogoOf } from '../public-pages/header-logo.ts'
import { type Html, html } from '../public-pages/html.ts'
import { readPageFile } from '../public-pages/policy.ts'
import { noticeOf, pageShell, type Sender } from '../public-pages/shell.ts'
import type { PageTexts, Translated } from '../public-pages/texts.ts'
import { themesOf } from '../public-pages/theme.ts'
import type { Services } from '../services.ts'
import type { Contents, Kit } from './contents.ts'
import type { FoundPage } from './find-page.ts'
import { colorsOf } from './parts/colors.ts'
import { contrastPartOf } from './parts/contrast.ts'
import { fontFacesOf, fontsOf } from './parts/fonts.ts'
import { logosOf } from './parts/logos.ts'
import { sectionsOf } from './parts/sections.ts'
import { tokensPartOf } from './parts/tokens.ts'

export function kitPages(services: Services) {
  const shell = pageShell()
  const style = readPageFile(new URL('kit.css', import.meta.url))
  const script = readPageFile(new URL('kit.js', import.meta.url))
  return {
    kit(page: FoundPage, contents: Contents, { language, texts }: Translated) {
      const { kit, fonts } = contents
      const faces = fontFacesOf(page.path, fonts)
      return shell({
        language,
        title: `${titleOf(page, kit)} · ${page.companyName}`,
        sender: senderOf(page, kit),
        body: bodyOf(page, contents, texts, services),
        style: style + faces,
        scripts: [script],
        hasFonts: faces !== '',
        isIndexed: page.is_indexed && page.password_hash === null,
      })
    },
    /** The form for the password. It shows only the title of the page. */
    entry: (
      page: FoundPage,
      brand: Pick<Kit, 'logos' | 'colors'>,
      { language, texts }: Translated,
      error?: EntryError,
    ) =>
      shell({
        language,
        title: `${page.title ?? 'Brand'} · ${page.companyName}`,
        sender: senderOf(page, brand),
        body: html`<main><h1>${page.title ?? page.companyName}</h1>${entryForm(page, texts, error)}</main>`,
      }),
    notFound: ({ language, texts: { notFound } }: Translated) =>
      shell({ language, title: notFound.title, body: noticeOf(notFound) }),
  }
}

const titleOf = ({ title }: FoundPage, kit: Kit) => title ?? kit.name

const senderOf = (
  { companyName, path }: FoundPage,
  { logos, colors }: Pick<Kit, 'logos' | 'colors'>,
): Sender => ({
  ...themesOf(colors),
  company: companyName,
  hasLogo: headerLogoOf(logos) !== undefined,
  path,
})

function bodyOf(page: FoundPage, contents: Contents, texts: PageTexts, services: Services): Html {
  const { kit } = contents
  const parts = [
    logosOf(page.path, contents.logos, texts),
    colorsOf(kit.colors, texts),
    contrastPartOf(kit.colors, texts),
    fontsOf(page.path, contents.fonts, texts),
    ...sectionsOf(page, contents, texts),
    tokensPartOf(page.path, kit, texts, services),
  ].filter((part) => part !== undefined)
  return html`<main>
<h1>${titleOf(page, kit)}</h1>
${page.intro !== null && html`<p class="message">${page.intro}</p>`}
${
  parts.length === 0
    ? html`<p>${texts.empty}</p>`
    : html`<nav aria-label="${texts.brand.onThisPage}"><ul>${parts.map(({ id, title }) => html`<li><a href="#${id}">${title}</a></li>`)}</ul></nav>`
}
${parts.map(({ id, title, body }) => html`<section id="${id}" aria-labelledby="${id}-title"><h2 id="${id}-title">${title}</h2>${body}</section>`)}
</main>
<p class="copied" role="status" data-texts="${JSON.stringify(texts.brand.script)}"></p>
<footer>${page.companyName} · ${texts.brand.version(kit.name, kit.version)}</footer>`
}
