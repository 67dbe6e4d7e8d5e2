import type { Language } from '../languages.ts'
import { type EntryError, entryForm } from '../public-pages/entry.ts'
import type { Gate } from '../public-pages/gate.ts'
import { type Html, html } from '../public-pages/html.ts'
import { bytesOf, extensionOf, type Item } from '../public-pages/item.ts'
import { readPageFile } from '../public-pages/policy.ts'
import { noticeOf, pageShell, type Sender } from '../public-pages/shell.ts'
import type { Notice, PageTexts, Translated } from '../public-pages/texts.ts'
import type { Branding } from './branding.ts'
import type { Contents } from './contents.ts'
import type { FoundShare } from './find-share.ts'
import { allowedSizes, sizesOf } from './sizes.ts'
import { uploadArea } from './upload-area.ts'

/**
 * The pages of shares.
 * @param zipFilesMax offers a zip of up to this many files.
 */
export function sharePages(zipFilesMax: number) {
  const shell = pageShell()
  const style = readPageFile(new URL('gallery.css', import.meta.url))
  const uploadsStyle = readPageFile(new URL('uploads.css', import.meta.url))
  const script = readPageFile(new URL('gallery.js', import.meta.url))
  const uploadsScript = readPageFile(new URL('uploads.js', import.meta.url))
  return {
    gallery: (
      share: FoundShare,
      branding: Branding,
      code: string,
      contents: Contents,
      { language, texts }: Translated,
    ) =>
      shell({
        language,
        title: `${share.name} · ${branding.company}`,
        sender: senderOf(branding, `/s/${code}`),
        body: galleryOf({ share, branding, code, contents, zipFilesMax, language, texts }),
        style: share.upload_folder_id === null ? style : `${style}\n${uploadsStyle}`,
        scripts: [
          ...(contents.items.length > 0 ? [script] : []),
          ...(share.upload_folder_id === null ? [] : [uploadsScript]),
        ],
        sendsFiles: share.upload_folder_id !== null,
      }),
    entry: (
      share: FoundShare,
      branding: Branding,
      gate: Gate,
      { language, texts }: Translated,
      error?: EntryError,
    ) =>
      shell({
        language,
        title: `${share.name} · ${branding.company}`,
        sender: senderOf(branding, gate.path),
        body: entryOf(share, gate, texts, error),
      }),
    notice: ({ language, texts }: Translated, notice: Notice, back?: string) =>
      shell({
        language,
        title: notice.title,
        body: noticeOf(notice, back === undefined ? undefined : { url: back, text: texts.back }),
      }),
  }
}

const senderOf = (branding: Branding, path: string): Sender => ({
  ...branding,
  hasLogo: branding.logoKey !== undefined,
  path,
})

const entryOf = (
  { name, message }: FoundShare,
  gate: Gate,
  texts: PageTexts,
  error?: EntryError,
) => html`<main>
<h1>${name}</h1>
${gate.password_hash === null && message !== null && html`<p class="message">${message}</p>`}
${entryForm(gate, texts, error)}
</main>`

/** The last day of a share. An end at midnight belongs to the day before. */
const lastDay = (expiresAt: string, language: Language) =>
  new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(Date.parse(expiresAt) - 1)

type Gallery = Translated & {
  share: FoundShare
  branding: Branding
  code: string
  contents: Contents
  zipFilesMax: number
}

function galleryOf({ share, branding, code, contents, zipFilesMax, language, texts }: Gallery) {
  const { company, colors, fonts } = branding
  const { items, total, isCapped } = contents
  const hasZip = total > 1 && total <= zipFilesMax && !isCapped
  const showsFiles = share.kind !== 'uploads'
  const until = share.expires_at === null ? '' : ` ${texts.share.until(lastDay(share.expires_at, language))}`
  return html`<main>
<h1>${share.name}</h1>
${share.message !== null && html`<p class="message">${share.message}</p>`}
${
  showsFiles &&
  html`<div class="bar"><p class="facts">${countOf(contents, language, texts)}${until}</p>
${hasZip && html`<p class="all">${allowedSizes(share).map((size) => zipOf(code, size, labelOf(share, size), texts))}</p>`}</div>`
}
${!showsFiles && until !== '' && html`<p class="facts">${until.trim()}</p>`}
${share.upload_folder_id !== null && uploadArea(share, code, { language, texts })}
${colors.length > 0 && html`<h2>${texts.brand.colors}</h2><ul class="colors">${colors.map(colorOf)}</ul>`}
${fonts.length > 0 && html`<h2>${texts.brand.fonts}</h2><ul class="fonts">${fonts.map((font) => fontOf(font, texts))}</ul>`}
${colors.length + fonts.length > 0 && html`<h2>${texts.share.filesTitle}</h2>`}
${
  showsFiles &&
  (items.length === 0
    ? html`<p>${texts.empty}</p>`
    : html`<ul class="gallery">${items.map((item) => itemOf(item, share, code, texts))}</ul>`)
}
${pagesOf(code, contents, texts)}
</main>
<footer>${texts.share.sharedBy(company)}</footer>
${items.length > 0 && viewerOf(texts)}`
}

const zipOf = (code: string, size: string, label: string | undefined, { share }: PageTexts) =>
  html`<a href="/s/${code}/zip/${size}" download>${size === 'original' ? share.downloadAll : share.downloadAllAs(label ?? nameOfSize(size, share).toLowerCase())}</a>`

const nameOfSize = (size: string, { large, small }: PageTexts['share']) => (size === 'large' ? large : small)

/** Undefined for other sizes. */
const labelOf = ({ presets }: FoundShare, size: string) => presets.find(({ name }) => name === size)?.label

function countOf({ total, isCapped }: Contents, language: Language, { share }: PageTexts): string {
  const count = share.files(total.toLocaleString(language), total === 1)
  return isCapped ? share.moreThan(count) : count
}

const viewerOf = ({ share }: PageTexts) => html`<dialog aria-label="${share.preview}">
<div class="stage"></div>
<div class="under"><div class="told"></div><p class="sizes"></p></div>
<button class="before" type="button" aria-label="${share.previous}">‹</button>
<button class="after" type="button" aria-label="${share.next}">›</button>
<button class="close" type="button" aria-label="${share.close}">×</button>
</dialog>`

const colorOf = ({ name, hex }: Branding['colors'][number]) => html`<li>
<svg viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true"><rect width="1" height="1" fill="${hex}"/></svg>
<p>${name}<br><span class="quiet">${hex}</span></p></li>`

const fontOf = ({ family, weight, style, role }: Branding['fonts'][number], { brand }: PageTexts) => html`<li>
<p>${family}<br><span class="quiet">${weight}${style === 'italic' ? ` ${brand.italic}` : ''}${role === null ? '' : `, ${role}`}</span></p></li>`

const pagesOf = (code: string, { prev, next }: Contents, { share }: PageTexts) =>
  (prev !== null || next !== null) &&
  html`<p class="pages">
${prev !== null && html`<a href="/s/${code}?cursor=${prev}">${share.previousPage}</a>`}
${next !== null && html`<a href="/s/${code}?cursor=${next}">${share.nextPage}</a>`}
</p>`

function itemOf(item: Item, share: FoundShare, code: string, texts: PageTexts): Html {
  const at = `/s/${code}/${item.id}`
  const preview = previewSizeOf(item, share)
  const sizes = sizesOf(item, share)
  const { thumb = item.pictures.get('poster') ?? item.pictures.get('small') } = Object.fromEntries(
    item.pictures,
  )
  const hasThumb = thumb !== undefined || canHaveThumb(item)
  const isFilm = (item.type === 'video' || item.type === 'audio') && share.download_sizes.includes('original')
  return html`<li class="item"${preview && html` data-preview="${at}/${preview}"`}${isFilm && html` data-film="${at}/original"`}>
<a class="view" href="${preview ? `${at}/${preview}` : isFilm ? `${at}/original` : `/s/${code}`}">${
    hasThumb
      ? html`<img src="${at}/thumb" alt="${item.altText ?? item.name}" loading="lazy" decoding="async"${thumb && html` width="${thumb.width}" height="${thumb.height}"`}>`
      : extensionOf(item)
  }</a>
<div class="words"><p class="name" title="${item.filename}"${item.language !== undefined && html` lang="${item.language}"`}>${item.name}</p><p class="facts">${factsOf(item)}</p>${item.values.length > 0 && html`<dl class="values">${item.values.map(({ label, text }) => html`<div><dt>${label}</dt><dd>${text}</dd></div>`)}</dl>`}</div>
${sizes.length > 0 && html`<p class="sizes">${sizes.map((size) => downloadOf(item, at, size, labelOf(share, size), texts))}</p>`}
</li>`
}

/** A thumbnail is rendered when it is first shown. */
const canHaveThumb = ({ kind, mimeType }: Item) => kind === 'render' && mimeType !== 'application/pdf'

/** The largest picture that the share allows as a preview, not as a download. */
export function previewSizeOf(
  item: Item,
  { download_sizes }: Pick<FoundShare, 'download_sizes'>,
): string | undefined {
  const sizes = ['large', 'poster', 'small', 'thumb'] as const
  const drawn = sizes.find((size) => item.pictures.has(size))
  if (item.kind === 'asset') return drawn
  const isShown = canHaveThumb(item) && download_sizes.includes('original')
  return isShown ? 'original' : (drawn ?? (canHaveThumb(item) ? 'thumb' : undefined))
}

function downloadOf(
  item: Item,
  at: string,
  size: string,
  preset: string | undefined,
  { share }: PageTexts,
): Html {
  const picture = item.pictures.get(size)
  const label =
    preset ??
    (size === 'original'
      ? share.download
      : `${nameOfSize(size, share)} ${picture?.width} × ${picture?.height}`)
  return html`<a href="${at}/${size}?download=1" download aria-label="${`${label}: ${item.name}`}">${label}</a>`
}

function factsOf({ filename, width, height, size }: Item): string {
  const dimensions = width === null || height === null ? [] : [`${width} × ${height}`]
  return [extensionOf({ filename, type: '' }), ...dimensions, bytesOf(size)].filter(Boolean).join(' · ')
}
