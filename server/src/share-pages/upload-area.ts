import { type Html, html } from '../public-pages/html.ts'
import { bytesOf } from '../public-pages/item.ts'
import type { Translated } from '../public-pages/texts.ts'
import type { FoundShare } from './find-share.ts'

/** Types that browsers can offer by themselves. Others have too many formats. */
const mediaTypes: readonly string[] = ['image', 'video', 'audio']

/** Where visitors upload files: a form for one file, which the script of the page turns into an area for many. */
export function uploadArea(share: FoundShare, code: string, translated: Translated): Html {
  const { uploads } = translated.texts
  const { upload_types: types, shows_uploads } = share
  // Only the limits of the share. Their unused part would reveal what other visitors have sent.
  const bytes = Math.min(share.upload_file_bytes_max!, share.upload_bytes_max!)
  const title = html`<h2 id="uploads">${uploads.title}</h2>`
  const isFull =
    share.uploads_count >= share.upload_files_max! || share.uploaded_bytes >= share.upload_bytes_max!
  if (isFull)
    return html`<section class="uploads" aria-labelledby="uploads">${title}
<p>${uploads.full}</p></section>`
  const accepted =
    types?.every((type) => mediaTypes.includes(type)) && types.map((type) => `${type}/*`).join(',')
  return html`<section class="uploads" aria-labelledby="uploads">${title}
<form method="post" enctype="multipart/form-data" action="/s/${code}/uploads" data-bytes="${bytes}" data-size="${bytesOf(bytes)}" data-texts="${JSON.stringify(uploads.script)}">
<label>${uploads.choose}<input type="file" name="file" required${accepted && html` accept="${accepted}"`} aria-describedby="upload-limits"></label>
<p class="quiet" id="upload-limits">${limitsOf(types, bytes, translated)} ${
    shows_uploads ? uploads.seenByAll : uploads.seenByOwner
  }</p>
<button class="button" type="submit">${uploads.send}</button>
</form>
<p class="status" role="status"></p>
<ul class="sent"></ul>
</section>`
}

function limitsOf(types: readonly string[] | null, bytes: number, { language, texts }: Translated): string {
  const { anyFile, types: names, limits } = texts.uploads
  const kinds = (types ?? []).map((type) => names[type as keyof typeof names] ?? type)
  const list = types === null ? anyFile : new Intl.ListFormat(language).format(kinds)
  return limits(`${list[0]!.toLocaleUpperCase(language)}${list.slice(1)}`, bytesOf(bytes))
}
