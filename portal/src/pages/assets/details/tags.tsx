import type { Asset } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { tagText } from '../../../strings/tags.ts'
import { TagEditor } from '../../../tags/tag-editor.tsx'
import { Part } from '../../../ui/part.tsx'
import { useTagging } from './use-tagging.ts'

export function Tags({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  const tagging = useTagging(asset.id)
  return (
    <Part title={tagText.title}>
      <TagEditor
        noun="asset"
        tags={asset.tags}
        canEdit={canEdit}
        refusal={refusalOf(tagging.error)}
        onAdd={(add) => tagging.mutate({ add })}
        onRemove={({ id }) => tagging.mutate({ remove: id })}
      />
    </Part>
  )
}
