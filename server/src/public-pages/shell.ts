import type { Language } from '../languages.ts'
import { type Html, html } from './html.ts'
import { policyOf, readPageFile } from './policy.ts'
import type { Notice } from './texts.ts'
import { coloring, plainColoring, type Themes } from './theme.ts'

export type Page = { markup: string; policy: string }

/** The company that presents the page, and its URL, such as `/s/{code}`. */
export type Sender = Themes & { company: string; hasLogo: boolean; path: string }

type Shell = {
  language: Language
  title: string
  /** Undefined for a page without any information about a company. */
  sender?: Sender
  body: Html
  style?: string
  scripts?: readonly string[]
  hasFonts?: boolean
  /** Whether the script sends requests to the server. */
  sendsFiles?: boolean
  isIndexed?: boolean
}

/** The frame of pages for people without an account. The pages load only their own files. */
export function pageShell() {
  const frame = readPageFile(new URL('page.css', import.meta.url))
  return ({
    language,
    title,
    sender,
    body,
    style,
    scripts = [],
    hasFonts = false,
    sendsFiles = false,
    isIndexed = false,
  }: Shell): Page => {
    const styles = [frame, ...(style ? [style] : []), sender ? coloring(sender) : plainColoring]
    const { markup } = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${!isIndexed && html`<meta name="robots" content="noindex, nofollow">`}
<meta name="referrer" content="no-referrer">
<title>${title}</title>
${styles.map((one) => ({ markup: `<style>${one}</style>` }))}
</head>
<body>
${sender && headerOf(sender)}
${body}
${scripts.map((one) => ({ markup: `<script type="module">${one}</script>` }))}
</body>
</html>
`
    return { markup, policy: policyOf(styles, scripts, { hasFonts, sendsFiles }) }
  }
}

/** @param back the URL of a page to return to, and the text of the link. */
export const noticeOf = ({ title, text }: Notice, back?: { url: string; text: string }): Html =>
  html`<main><h1>${title}</h1><p class="message">${text}</p>${back && html`<p><a href="${back.url}">${back.text}</a></p>`}</main>`

const headerOf = ({ company, hasLogo, path }: Sender) =>
  hasLogo
    ? html`<header><span class="plate"><img src="${path}/logo" alt=""></span><p>${company}</p></header>`
    : html`<header><p>${company}</p></header>`
