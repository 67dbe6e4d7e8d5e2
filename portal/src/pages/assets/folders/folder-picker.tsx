import { Button, Group, Modal, Stack } from '@mantine/core'
import { IconFolderPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Folder } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText, folderText } from '../../../strings/assets.ts'
import { uiText } from '../../../strings/ui.ts'
import { NewFolderField } from './folder-form.tsx'
import { trailQuery } from './folder-queries.ts'
import { FolderSearch } from './folder-search.tsx'
import { FolderTree } from './folder-tree.tsx'
import classes from './folders.module.css'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  submit?: string
  rootLabel?: string
  /** Null is the root. */
  onPick(folderId: string | null): void
}

/** An ID that no item of a tree has. */
const nothing = 'nothing'

/** Chooses a folder, by default to move assets and folders without dragging. Nothing is selected at first. */
export function FolderPicker({ opened, onClose, title, ...rest }: Props) {
  return (
    <Modal opened={opened} onClose={onClose} title={title} closeButtonProps={{ 'aria-label': uiText.close }}>
      <Picker onClose={onClose} {...rest} />
    </Modal>
  )
}

function Picker({
  onClose,
  submit = assetText.moveHere,
  rootLabel = folderText.top,
  onPick,
}: Omit<Props, 'opened' | 'title'>) {
  const company = useCompany()
  /** Null is the root. */
  const [chosen, setChosen] = useState<Folder | null>()
  const [isMaking, setIsMaking] = useState(false)
  const trail = useQuery(trailQuery(company, chosen?.id))
  return (
    <Stack>
      <div className={classes.picker}>
        <FolderSearch current={chosen?.id} onOpen={setChosen}>
          <FolderTree
            current={chosen === undefined ? nothing : chosen?.id}
            {...(trail.data && { around: trail.data })}
            onOpen={(folder) => setChosen(folder ?? null)}
            rootLabel={rootLabel}
          />
        </FolderSearch>
      </div>
      {isMaking && (
        <NewFolderField
          parent={chosen ?? undefined}
          onClose={() => setIsMaking(false)}
          onMade={(folder) => {
            setIsMaking(false)
            setChosen(folder)
          }}
        />
      )}
      <Group gap="xs">
        {company.can('assets:write') && !isMaking && (
          <Button
            variant="subtle"
            color="gray"
            mr="auto"
            leftSection={<IconFolderPlus size={16} aria-hidden />}
            onClick={() => setIsMaking(true)}
          >
            {folderText.newFolder}
          </Button>
        )}
        <Group gap="xs" ml="auto">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button
            disabled={chosen === undefined}
            onClick={() => {
              onClose()
              onPick(chosen?.id ?? null)
            }}
          >
            {submit}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}
