import {
  ActionIcon,
  Button,
  type ButtonProps,
  type ElementProps,
  Group,
  Menu,
  Paper,
  Text,
  Tooltip,
} from '@mantine/core'
import {
  type Icon,
  IconChecklist,
  IconDownload,
  IconFolderSymlink,
  IconForms,
  IconInfoCircle,
  IconLibraryPhoto,
  IconLibraryPlus,
  IconMaximize,
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
import { lightboxText } from '../../strings/lightbox.ts'
import { propertiesText } from '../../strings/properties.ts'
import { reviewsText } from '../../strings/reviews.ts'
import { sharesText } from '../../strings/shares.ts'
import { ContextMenu, type RowMenu } from '../../ui/context-menu.tsx'
import { RejectDialog } from '../reviews/reject-dialog.tsx'
import { ReviewDialog } from '../reviews/review-dialog.tsx'
import { ShareDialog } from '../shares/share-dialog.tsx'
import { assetsMax } from '../shares/shares.ts'
import classes from './batch-bar.module.css'
import { AddToCollection } from './collections/add-to-collection.tsx'
import { ArrangeItems, ArrangeMenu, useArranging } from './collections/arrange-menu.tsx'
import { DownloadItems } from './download-items.tsx'
import { DownloadMenu } from './download-menu.tsx'
import { FolderPicker } from './folders/folder-picker.tsx'
import { PropertiesDialog } from './properties-dialog.tsx'
import { TagDialog } from './tag-dialog.tsx'
import { type Form, useArchive } from './use-archive.ts'
import { focusList } from './use-asset-list.ts'
import { useAssetSearch } from './use-asset-search.ts'
import { type Batch, useBatch } from './use-batch.ts'
import type { Selection } from './use-selection.ts'
import { useSetProperties } from './use-set-properties.ts'

type Props = {
  assets: readonly Asset[]
  selection: Selection
  menu: RowMenu<string>
}

type SelectionAction = { label: string; icon: Icon; run(): void; isBusy?: boolean }

/** Readers can only download. */
export function BatchBar({ assets, selection, menu }: Props) {
  const [asking, setAsking] = useState<
    'move' | 'collect' | 'tag' | 'untag' | 'set' | 'review' | 'reject' | 'share'
  >()
  const { can } = useCompany()
  const { collection } = useAssetSearch().search
  const canWrite = can('assets:write')
  const canWriteAll = can('library:write')
  const canDownload = can('archives:write')
  const batch = useBatch()
  const setting = useSetProperties()
  const archive = useArchive()
  const ids = [...selection.ids]
  const canShare = can('shares:write') && ids.length <= assetsMax
  const close = () => setAsking(undefined)
  // The bar disappears with the selection, so it must return the focus.
  const done = () => {
    selection.clear()
    focusList()
  }
  // Other actions keep the selection, for example to add another tag.
  const isOver = ({ action }: Batch) => action === 'move' || action === 'trash'
  const send = (work: Batch) => batch.mutate(work, isOver(work) ? { onSuccess: done } : {})
  const ask = (label: string, icon: Icon, what: NonNullable<typeof asking>): SelectionAction => ({
    label,
    icon,
    run: () => setAsking(what),
  })
  const hasReviews = assets.some(({ review }) => review !== null)
  const sharing = canShare ? [ask(sharesText.share, IconShare, 'share')] : []
  const moving = canWrite ? [ask(text.move, IconFolderSymlink, 'move')] : []
  const changes = canWriteAll
    ? [
        ask(collectionText.add, IconLibraryPlus, 'collect'),
        ...moving,
        ask(text.tag, IconTag, 'tag'),
        ask(text.untag, IconTagOff, 'untag'),
        ask(propertiesText.set, IconForms, 'set'),
        ...(hasReviews ? [ask(reviewsText.title, IconChecklist, 'review')] : []),
      ]
    : moving
  const trash: SelectionAction = {
    label: text.trash,
    icon: IconTrash,
    isBusy: batch.isPending,
    run: () => send({ action: 'trash', ids }),
  }
  const arranging = useArranging({ collectionId: collection ?? '', assets, ids: selection.ids, onGone: done })
  const canArrange = canWriteAll && collection !== undefined
  const download = (form: Form) => archive.mutate({ ids, ...form })
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
        <Group gap={4} wrap="nowrap" className={classes.actions}>
          {canDownload && (
            <DownloadMenu onPick={download}>
              <Action icon={IconDownload} label={downloadText.download} isBusy={archive.isPending} />
            </DownloadMenu>
          )}
          {sharing.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          {canArrange && (
            <ArrangeMenu arranging={arranging}>
              <Action icon={IconLibraryPhoto} label={collectionText.arrange} />
            </ArrangeMenu>
          )}
          {changes.map((action) => (
            <ActionButton key={action.label} action={action} />
          ))}
          {canWrite && <ActionButton action={trash} />}
        </Group>
      </Paper>
      <ContextMenu at={menu.at} onClose={menu.close} label={text.selected(ids.length)}>
        {ids.length === 1 && <OpenItems assetId={ids[0]!} />}
        {[...sharing, ...changes].map((action) => (
          <ActionItem key={action.label} action={action} />
        ))}
        {sharing.length + changes.length > 0 && <Menu.Divider />}
        {canDownload && <DownloadItems label={downloadText.download} onPick={download} />}
        {canArrange && (
          <>
            <Menu.Divider />
            <Menu.Label>{collectionText.arrange}</Menu.Label>
            <ArrangeItems arranging={arranging} />
          </>
        )}
        {canWrite && (
          <>
            <Menu.Divider />
            <ActionItem action={trash} />
          </>
        )}
      </ContextMenu>
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
      <ReviewDialog
        opened={asking === 'review'}
        count={ids.length}
        onClose={close}
        onPick={(review) =>
          review === 'rejected' ? setAsking('reject') : send({ action: 'set_review', ids, review })
        }
      />
      <RejectDialog
        opened={asking === 'reject'}
        count={ids.length}
        onClose={close}
        onReject={(note) => send({ action: 'set_review', ids, review: 'rejected', note })}
      />
      <TagDialog
        action={asking === 'untag' ? 'untag' : 'tag'}
        opened={asking === 'tag' || asking === 'untag'}
        count={ids.length}
        onClose={close}
        onPick={(tags) => send({ action: asking === 'untag' ? 'untag' : 'tag', ids, tags })}
      />
      <PropertiesDialog
        opened={asking === 'set'}
        onClose={close}
        count={ids.length}
        onSet={(values) => setting.mutateAsync({ ids, ...values })}
      />
    </>
  )
}

/** Opens the selected asset, like a click or a double-click. */
function OpenItems({ assetId }: { assetId: string }) {
  const { change } = useAssetSearch()
  const items: SelectionAction[] = [
    { label: text.openDetails, icon: IconInfoCircle, run: () => change({ asset: assetId }) },
    { label: lightboxText.open, icon: IconMaximize, run: () => change({ asset: assetId, full: true }) },
  ]
  return (
    <>
      {items.map((action) => (
        <ActionItem key={action.label} action={action} />
      ))}
      <Menu.Divider />
    </>
  )
}

const ActionButton = ({ action: { label, icon, isBusy = false, run } }: { action: SelectionAction }) => (
  <Action icon={icon} label={label} isBusy={isBusy} onClick={run} />
)

const ActionItem = ({ action: { label, icon: Icon, run } }: { action: SelectionAction }) => (
  <Menu.Item leftSection={<Icon size={16} />} onClick={run}>
    {label}
  </Menu.Item>
)

type ActionProps = Omit<ButtonProps, 'children'> &
  ElementProps<'button', keyof ButtonProps> & {
    icon: Icon
    label: string
    isBusy?: boolean
  }

/** The label is shown if there is room. A menu passes its own properties to the button. */
function Action({ icon: Icon, label, isBusy = false, ...button }: ActionProps) {
  return (
    // An open menu would cover the label.
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
