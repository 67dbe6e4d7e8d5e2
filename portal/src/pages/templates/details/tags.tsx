import type { Template } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { tagText } from '../../../strings/tags.ts'
import { TagEditor } from '../../../tags/tag-editor.tsx'
import { Part } from '../../../ui/part.tsx'
import { useTagTemplate } from './use-change-template.ts'

export function Tags({ template: { id, tags }, canEdit }: { template: Template; canEdit: boolean }) {
  const change = useTagTemplate(id)
  const names = tags.map(({ name }) => name)
  return (
    <Part title={tagText.title}>
      <TagEditor
        noun="template"
        tags={tags}
        canEdit={canEdit}
        refusal={refusalOf(change.error)}
        onAdd={(name) => change.mutate([...names, name])}
        onRemove={({ name }) => change.mutate(names.filter((one) => one !== name))}
      />
    </Part>
  )
}
