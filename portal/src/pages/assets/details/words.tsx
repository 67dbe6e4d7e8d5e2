import { Stack } from '@mantine/core'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { refusalOf } from '../../../errors.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { EditableText } from '../../../ui/editable-text.tsx'
import classes from '../../../ui/part.module.css'
import { useChangeAsset } from './use-change-asset.ts'

export function Words({ asset, canEdit }: { asset: Asset; canEdit: boolean }) {
  return (
    <Stack gap="sm" className={classes.part}>
      <Word asset={asset} field="name" label={text.name} canEdit={canEdit} isRequired />
      {asset.type === 'image' && (
        <Word asset={asset} field="alt_text" label={text.altText} hint={text.altTextHint} canEdit={canEdit} />
      )}
      <Word asset={asset} field="description" label={text.description} canEdit={canEdit} />
    </Stack>
  )
}

type Props = {
  asset: Asset
  field: 'name' | 'alt_text' | 'description' | 'copyright' | 'license' | 'usage_terms'
  label: string
  hint?: string
  canEdit: boolean
  isRequired?: boolean
}

/** Saved when the field loses focus. */
export function Word({ asset, field, ...rest }: Props) {
  const change = useChangeAsset(asset.id)
  return (
    <EditableText
      {...rest}
      value={asset[field]}
      failure={refusalOf(change.error)}
      onSave={(value) => change.mutateAsync({ [field]: value })}
    />
  )
}
