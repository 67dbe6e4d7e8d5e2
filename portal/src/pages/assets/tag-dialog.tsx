import { Box, Stack } from '@mantine/core'
import { useState } from 'react'
import { assetText as text } from '../../strings/assets.ts'
import { uiText } from '../../strings/ui.ts'
import { TagsField } from '../../tags/tags-field.tsx'
import { useTagsNamed } from '../../tags/use-tags-named.ts'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

type Props = {
  action: 'tag' | 'untag'
  opened: boolean
  count: number
  onClose(): void
  /** @param tags IDs of tags. */
  onPick(tags: string[]): void
}

export function TagDialog(props: Props) {
  const { action, opened, count, onClose } = props
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      title={action === 'tag' ? text.tagTitle(count) : text.untagTitle(count)}
    >
      <Form {...props} />
    </Dialog>
  )
}

/** Tags by name. Missing tags are created when assets are tagged. */
function Form({ action, onClose, onPick }: Props) {
  const [names, setNames] = useState<string[]>([])
  const [isChecked, setIsChecked] = useState(false)
  const named = useTagsNamed('asset', action === 'tag')

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        setIsChecked(true)
        if (names.length === 0) return
        named.mutate(names, {
          onSuccess(ids) {
            onClose()
            onPick(ids)
          },
        })
      }}
    >
      <Stack>
        <FormFailure failure={named.error} />
        {/* Leaves room for the list of tags, which would otherwise cover the title or the buttons. */}
        <Box mih={264}>
          <TagsField
            noun="asset"
            listPosition="bottom"
            label={text.chooseTags}
            data-autofocus
            value={names}
            onChange={setNames}
            error={isChecked && names.length === 0 && uiText.required}
          />
        </Box>
        <DialogFooter
          onCancel={onClose}
          submit={action === 'tag' ? text.addTags : text.removeTags}
          isSending={named.isPending}
        />
      </Stack>
    </form>
  )
}
