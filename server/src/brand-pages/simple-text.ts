import { type Html, html } from '../public-pages/html.ts'

const listMark = /^- +/

/** Paragraphs, lists and bold words of a section. Everything else is escaped. */
export const simpleText = (text: string): Html[] => blocksOf(text).map(written)

type Block = { isList: boolean; lines: string[] }

function blocksOf(text: string): Block[] {
  const blocks: Block[] = []
  let last: Block | undefined
  for (const line of text.split(/\r?\n/).map((one) => one.trim())) {
    if (line === '') {
      last = undefined
      continue
    }
    const isList = listMark.test(line)
    if (last?.isList !== isList) {
      last = { isList, lines: [] }
      blocks.push(last)
    }
    last.lines.push(line.replace(listMark, ''))
  }
  return blocks
}

const written = ({ isList, lines }: Block): Html =>
  isList
    ? html`<ul>${lines.map((line) => html`<li>${withBold(line)}</li>`)}</ul>`
    : html`<p>${lines.map((line, at) => html`${at > 0 && html`<br>`}${withBold(line)}`)}</p>`

/** Every second part is between asterisks and becomes bold. */
const withBold = (line: string): Html[] =>
  line
    .split(/\*\*([^*]+)\*\*/)
    .map((part, at) => (at % 2 === 1 ? html`<strong>${part}</strong>` : html`${part}`))
