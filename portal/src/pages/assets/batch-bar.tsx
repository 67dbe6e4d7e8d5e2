import {
  ActionIcon,
  Button,
  type ButtonProps,
  type ElementProps,
  Group,
  Paper,
  Text,
  Tooltip,
} from '@mantine/core'
import {
  type Icon,
  IconDownload,
  IconFolderSymlink,
  IconLibraryPhoto,
  IconLibraryPlus,
  IconShare,
  IconTag,
  IconTagOff,
  IconTrash,
  IconX,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { collectionText } from '../../strings/collections.ts'
import { downloadText } from '../../strings/downloads.ts'
import { sharesText } from '../../strings/shares.ts'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { assetsMax } from '../shares/shares.ts'
import classes from './batch-bar.module.css'
import { AddToCollection } from './collections/add-to-collection.tsx'
import { ArrangeMenu } from './collections/arrange-menu.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { FolderPicker } from './folders/folder-picker.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { useArchive } from './use-archive.ts'
import { focusList } from './use-asset-list.ts'
import { useAssetSearch } from './use-asset-search.ts'
import { type Batch, useBatch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'

/** The actions for all selected assets. Readers can download them. */
export function BatchBar({ assets, selection }: { assets: readonly Asset[]; selection: Selection }) {
  const [asking, setAsking] = useState<'move' | 'collect' | 'tag' | 'untag' | 'share'>()
  const { can } = useCompany()
  const { collection } = useAssetSearch().search
  const canWrite = can('assets:write')
  const batch = useBatch()
  const archive = useArchive()
  const ids = [...selection.ids]
  const canShare = can('shares:write') && ids.length <= assetsMax
  const close = () => setAsking(undefined)
  // The bar disappears with the selection, so it must return the focus.
  const done = () => {
    selection.clear()
    focusList()
  }
  // Tagged assets stay selected, for another tag or a move.
  const isOver = ({ action }: Batch) => action !== 'tag' && action !== 'untag'
  const send = (work: Batch) => batch.mutate(work, isOver(work) ? { onSuccess: done } : {})
  return (
    <>
      <Paper
        className={classes.bar}
        shadow="lg"
        radius="lg"
        role="toolbar"
        aria-label={text.selected(ids.length)}
      >
        <Tooltip label={text.clearSelection}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={text.clearSelection}
            onClick={selection.clear}
          >
            <IconX size={16} />
          </ActionIcon>
        </Tooltip>
        <Text size="sm" fw={500} aria-live="polite" className={classes.count}>
          {text.selected(ids.length)}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          className={classes.all}
          onClick={() => selection.all(assets)}
        >
          {text.selectAll}
        </Button>
        <Group gap={4} wrap="nowrap" ml="auto">
          <DownloadMenu onPick={(format) => archive.mutate({ ids, format })}>
            <Action icon={IconDownload} label={downloadText.download} isBusy={archive.isPending} />
          </DownloadMenu>
          {canShare && (
            <Action icon={IconShare} label={sharesText.share} onClick={() => setAsking('share')} />
          )}
          {canWrite && (
            <>
              {collection !== undefined && (
                <ArrangeMenu collectionId={collection} assets={assets} ids={selection.ids} onGone={done}>
                  <Action icon={IconLibraryPhoto} label={collectionText.arrange} />
                </ArrangeMenu>
              )}
              <Action
                icon={IconLibraryPlus}
                label={collectionText.add}
                onClick={() => setAsking('collect')}
              />
              <Action icon={IconFolderSymlink} label={text.move} onClick={() => setAsking('move')} />
              <Action icon={IconTag} label={text.tag} onClick={() => setAsking('tag')} />
              <Action icon={IconTagOff} label={text.untag} onClick={() => setAsking('untag')} />
              <Action
                icon={IconTrash}
                label={text.trash}
                isBusy={batch.isPending}
                onClick={() => send({ action: 'trash', ids })}
              />
            </>
          )}
        </Group>
      </Paper>
      <FolderPicker
        opened={asking === 'move'}
        onClose={close}
        title={text.moveTo(ids.length)}
        onPick={(folder_id) => send({ action: 'move', ids, folder_id })}
      />
      <AddToCollection opened={asking === 'collect'} onClose={close} ids={ids} onAdded={done} />
      <ShareDialog
        opened={asking === 'share'}
        onClose={close}
        name={sharesText.assets(ids.length)}
        target={{ asset_ids: ids }}
      />
      <TagDialog
        action={asking === 'untag' ? 'untag' : 'tag'}
        opened={asking === 'tag' || asking === 'untag'}
        count={ids.length}
        onClose={close}
        onPick={(tags) => send({ action: asking === 'untag' ? 'untag' : 'tag', ids, tags })}
      />
    </>
  )
}

type ActionProps = Omit<ButtonProps, 'children'> &
  ElementProps<'button', keyof ButtonProps> & {
    icon: Icon
    label: string
    isBusy?: boolean
  }

/** A button with its label if there is room. A menu passes its own properties to the button. */
function Action({ icon: Icon, label, isBusy = false, ...button }: ActionProps) {
  return (
    // An open menu covers the position of the label.
    <Tooltip label={label} disabled={Boolean(button['aria-expanded'])}>
      <Button
        variant="subtle"
        color="gray"
        size="compact-md"
        fz="sm"
        className={classes.action}
        aria-label={label}
        loading={isBusy}
        leftSection={<Icon size={16} aria-hidden />}
        {...button}
      >
        <span className={classes.word}>{label}</span>
      </Button>
    </Tooltip>
  )
}
