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
  const { upload_types: types, uploads_count, uploaded_bytes, shows_uploads } = share
  const left = Math.max(0, share.upload_files_max! - uploads_count)
  const bytes = Math.max(0, Math.min(share.upload_file_bytes_max!, share.upload_bytes_max! - uploaded_bytes))
  const title = html`<h2 id="uploads">Send files</h2>`
  if (left === 0 || bytes === 0)
    return html`<section class="uploads" aria-labelledby="uploads">${title}
<p>This page accepts no more files.</p></section>`
  const accepted =
    types?.every((type) => mediaTypes.includes(type)) && types.map((type) => `${type}/*`).join(',')
  return html`<section class="uploads" aria-labelledby="uploads">${title}
<form method="post" enctype="multipart/form-data" action="/s/${code}/uploads" data-bytes="${bytes}" data-files="${left}" data-size="${bytesOf(bytes)}">
<label>Choose files, or drop them here<input type="file" name="file" required${accepted && html` accept="${accepted}"`} aria-describedby="upload-limits"></label>
<p class="quiet" id="upload-limits">${limitsOf(types, bytes, left)} ${
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

function limitsOf(types: readonly string[] | null, bytes: number, left: number): string {
  const kinds = types === null ? 'files' : listOf(types.map((type) => typeNames[type] ?? type))
  const size = `up to ${bytesOf(bytes)} each`
  const count = left === 1 ? 'one more file' : `${left.toLocaleString('en')} more files`
  return `${kinds[0]!.toUpperCase()}${kinds.slice(1)}, ${size}. The page accepts ${count}.`
}

const listOf = (names: readonly string[]) => new Intl.ListFormat('en').format(names)
