import { Button, Group, Modal, Stack } from '@mantine/core'
import { useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { assetText, folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { FolderTree } from './folder-tree.tsx'
import classes from './folders.module.css'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  submit?: string
  rootLabel?: string
  /** @param folderId is null for the root. */
  onPick(folderId: string | null): void
}

/** Chooses a folder: by default, to move assets and folders without dragging. */
export function FolderPicker({
  opened,
  onClose,
  title,
  submit = assetText.moveHere,
  rootLabel = folderText.top,
  onPick,
}: Props) {
  const [chosen, setChosen] = useState<Folder>()
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': uiText.close }}>
      <Stack>
        <div className={classes.picker}>
          <FolderTree current={chosen?.id} onOpen={setChosen} rootLabel={rootLabel} />
        </div>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button
            onClick={() => {
              onClose()
              onPick(chosen?.id ?? null)
            }}
          >
            {submit}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
