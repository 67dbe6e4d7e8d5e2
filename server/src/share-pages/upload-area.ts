import { type Html, html } from '../public-pages/html.ts'
import { bytesOf } from '../public-pages/item.ts'
import type { FoundShare } from './find-share.ts'

/** The plural of each type of files in a sentence. */
const typeNames: Record<string, string> = {
  image: 'images',
  video: 'videos',
  audio: 'audio files',
  document: 'documents',
  font: 'fonts',
  other: 'other files',
}
/** Types that browsers can offer by themselves. Others have too many formats. */
const mediaTypes: readonly string[] = ['image', 'video', 'audio']

/** Where visitors upload files: a form for one file, which the script of the page turns into an area for many. */
export function uploadArea(share: FoundShare, code: string): Html {
  const { upload_types: types, shows_uploads } = share
  // Only the limits of the share. Their unused part would reveal what other visitors have sent.
  const bytes = Math.min(share.upload_file_bytes_max!, share.upload_bytes_max!)
  const title = html`<h2 id="uploads">Send files</h2>`
  const isFull =
    share.uploads_count >= share.upload_files_max! || share.uploaded_bytes >= share.upload_bytes_max!
  if (isFull)
    return html`<section class="uploads" aria-labelledby="uploads">${title}
<p>This page accepts no more files.</p></section>`
  const accepted =
    types?.every((type) => mediaTypes.includes(type)) && types.map((type) => `${type}/*`).join(',')
  return html`<section class="uploads" aria-labelledby="uploads">${title}
<form method="post" enctype="multipart/form-data" action="/s/${code}/uploads" data-bytes="${bytes}" data-size="${bytesOf(bytes)}">
<label>Choose files, or drop them here<input type="file" name="file" required${accepted && html` accept="${accepted}"`} aria-describedby="upload-limits"></label>
<p class="quiet" id="upload-limits">${limitsOf(types, bytes)} ${
    shows_uploads
      ? 'Others who open this page see the files, too.'
      : 'Only the owner of this page sees the files.'
  }</p>
<button class="button" type="submit">Send file</button>
</form>
<p class="status" role="status"></p>
<ul class="sent"></ul>
</section>`
}

function limitsOf(types: readonly string[] | null, bytes: number): string {
  const kinds = types === null ? 'files' : listOf(types.map((type) => typeNames[type] ?? type))
  return `${kinds[0]!.toUpperCase()}${kinds.slice(1)}, up to ${bytesOf(bytes)} each.`
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
