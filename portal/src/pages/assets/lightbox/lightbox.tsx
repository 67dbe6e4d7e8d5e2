import { ActionIcon, Group, Modal, Text } from '@mantine/core'
import { useMediaQuery, useWindowEvent } from '@mantine/hooks'
import {
  IconChevronLeft,
  IconChevronRight,
  IconCrop,
  IconDownload,
  IconInfoCircle,
  IconSlideshow,
  IconX,
} from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { localizedAsset } from '../../../language/localized.ts'
import { useCompany } from '../../../session.ts'
import { editorText } from '../../../strings/editor.ts'
import { lightboxText as text } from '../../../strings/lightbox.ts'
import { isShownByBrowser } from '../../../ui/picture-formats.ts'
import { Failed, Loading } from '../../../ui/states.tsx'
import { assetQuery } from '../asset-queries.ts'
import { AssetContent } from '../details/asset-details.tsx'
import { EditButton, useCanEditPicture } from '../editor/edit-button.tsx'
import { focusList } from '../use-asset-list.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { useDownload } from '../use-download.ts'
import { Compare } from './compare.tsx'
import classes from './lightbox.module.css'
import { Stage } from './stage.tsx'
import { type Neighbours, useNeighbours } from './use-neighbours.ts'
import { usePages } from './use-pages.ts'

/** Shows the asset of the URL in full view. The arrow keys follow the list from which it was opened. */
export function Lightbox({ assetId }: { assetId: string }) {
  const asset = useQuery(assetQuery(useCompany(), assetId, useQueryClient()))
  const neighbours = useNeighbours(assetId)
  /** If the editor is open, Escape closes only the editor. */
  const [isEditing, setIsEditing] = useState(false)
  const { change } = useAssetSearch()
  const close = () => {
    change({ full: undefined })
    focusList()
  }
  const pages = usePages(asset.data?.data)
  const go = (to: string | undefined) => to !== undefined && change({ asset: to }, { replace: true })

  useWindowEvent('keydown', (event) => {
    const { altKey, ctrlKey, metaKey, shiftKey } = event
    if (event.defaultPrevented || altKey || ctrlKey || metaKey || shiftKey) return
    if (ownsArrows(event.target as Element)) return
    const toPage = pageStep(event)
    if (toPage !== 0 && pages) {
      event.preventDefault()
      pages.go(pages.number + toPage)
    } else if (event.key === 'ArrowLeft') go(neighbours.previous?.id)
    else if (event.key === 'ArrowRight') go(neighbours.next?.id)
  })

  return (
    <Modal.Root
      opened
      fullScreen
      closeOnEscape={!isEditing}
      onClose={close}
      transitionProps={{ duration: 0 }}
    >
      <Modal.Content
        className={classes.window}
        aria-label={asset.data ? text.title(asset.data.data.name) : text.lightbox}
      >
        {asset.data ? (
          <Open
            asset={asset.data.data}
            neighbours={neighbours}
            go={go}
            onClose={close}
            onEdit={setIsEditing}
          />
        ) : (
          <>
            <Group justify="flex-end" className={classes.bar}>
              <Close onClose={close} />
            </Group>
            {asset.error ? <Failed error={asset.error} onRetry={() => void asset.refetch()} /> : <Loading />}
          </>
        )}
      </Modal.Content>
    </Modal.Root>
  )
}

/** The number of steps of a page key, except in the details, which Page Up and Page Down scroll. */
const pageStep = ({ key, target }: KeyboardEvent) =>
  (target as Element).closest('aside') ? 0 : key === 'PageDown' ? 1 : key === 'PageUp' ? -1 : 0

/** Whether an element uses the arrow keys itself, such as a text field, a slider or a player. */
const ownsArrows = (target: Element) =>
  target.closest(
    'input, textarea, select, video, audio, [role="slider"], [role="listbox"], [role="menu"]',
  ) !== null

type OpenProps = {
  asset: Asset
  neighbours: Neighbours
  go(to: string | undefined): void
  onClose(): void
  onEdit(isOpen: boolean): void
}

/**
 * Window width from which the details are beside the picture. Below this width, they cover it and are closed at first.
 */
const wide = '(min-width: 62em)'

function Open({ asset, neighbours, go, onClose, onEdit }: OpenProps) {
  const isWide = useMediaQuery(wide, undefined, { getInitialValueInEffect: false })
  const [showsDetails, setShowsDetails] = useState(isWide === true)
  const [isComparing, setIsComparing] = useState(false)
  const download = useDownload()
  // biome-ignore lint/correctness/useExhaustiveDependencies: a different asset is first shown alone.
  useEffect(() => setIsComparing(false), [asset.id])
  const canEditPicture = useCanEditPicture()(asset)
  const canCompare = asset.version > 1 && isShownByBrowser(asset.extension)
  const { place, total, previous, next } = neighbours
  const { name } = localizedAsset(asset)
  return (
    <>
      <div className={classes.bar}>
        <Text fw={500} truncate title={name}>
          {name}
        </Text>
        {place !== undefined && (
          <Text size="sm" className={classes.place} aria-live="polite">
            {text.place(place, total)}
          </Text>
        )}
        <Group gap={4} wrap="nowrap" className={classes.tools}>
          {canCompare && (
            <Tool
              label={text.compare}
              isPressed={isComparing}
              icon={<IconSlideshow size={18} />}
              onClick={() => setIsComparing(!isComparing)}
            />
          )}
          {canEditPicture && (
            <EditButton asset={asset} onToggle={onEdit}>
              {(open) => <Tool label={editorText.edit} icon={<IconCrop size={18} />} onClick={open} />}
            </EditButton>
          )}
          <Tool
            label={text.download}
            isBusy={download.isPending}
            icon={<IconDownload size={18} />}
            onClick={() => download.mutate({ id: asset.id })}
          />
          <Tool
            label={text.details}
            isPressed={showsDetails}
            icon={<IconInfoCircle size={18} />}
            onClick={() => setShowsDetails(!showsDetails)}
          />
          <Close onClose={onClose} />
        </Group>
      </div>
      <div className={classes.body}>
        <div className={classes.stage} tabIndex={-1} data-autofocus>
          {isComparing ? <Compare key={asset.id} asset={asset} /> : <Stage key={asset.id} asset={asset} />}
          <Arrow side="previous" to={previous} go={go} />
          <Arrow side="next" to={next} go={go} />
        </div>
        {showsDetails && (
          <aside className={classes.details} aria-label={text.details}>
            <AssetContent key={asset.id} assetId={asset.id} isBesidePicture />
          </aside>
        )}
      </div>
    </>
  )
}

type ToolProps = {
  label: string
  icon: React.ReactNode
  isPressed?: boolean
  isBusy?: boolean
  onClick(): void
}

function Tool({ label, icon, isPressed, isBusy = false, onClick }: ToolProps) {
  return (
    <ActionIcon
      className={classes.tool}
      variant="subtle"
      size={36}
      aria-label={label}
      title={label}
      aria-pressed={isPressed}
      loading={isBusy}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  )
}

const Close = ({ onClose }: { onClose(): void }) => (
  <Tool label={text.close} icon={<IconX size={18} />} onClick={onClose} />
)

type ArrowProps = { side: 'previous' | 'next'; to: Asset | undefined; go(to: string): void }

function Arrow({ side, to, go }: ArrowProps) {
  if (!to) return null
  const Icon = side === 'previous' ? IconChevronLeft : IconChevronRight
  return (
    <ActionIcon
      className={classes.arrow}
      data-side={side}
      size={44}
      radius="xl"
      aria-label={text[side]}
      title={text[side]}
      onClick={() => go(to.id)}
    >
      <Icon size={22} />
    </ActionIcon>
  )
}
