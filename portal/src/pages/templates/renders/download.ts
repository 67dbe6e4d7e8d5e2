import type { Render, Template } from '../../../../../sdk/src/index.ts'
import { refused } from '../../../errors.ts'
import { uiText } from '../../../strings/ui.ts'
import { saveFile } from '../../../ui/save-file.ts'

const extensionOf = (format: string) => (format === 'jpeg' ? 'jpg' : format)

export async function downloadRender({ name }: Pick<Template, 'name'>, { url, format }: Render) {
  if (url === null) return
  const answer = await fetch(url)
  if (!answer.ok) throw refused(answer.status, uiText.failed)
  saveFile(await answer.blob(), `${safe(name)}.${extensionOf(format)}`)
}

/** Replaces characters that file systems do not allow with a dash. */
const safe = (name: string) => name.replace(/[/\\:*?"<>|]/g, '-').trim() || 'render'
