import { ActionIcon, Button, Checkbox } from '@mantine/core'
import {
  IconChevronDown,
  IconCrop,
  IconDownload,
  IconFocusCentered,
  IconMaximize,
  IconShare,
  IconTrash,
} from '@tabler/icons-react'
import { useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { downloadText } from '../../../strings/downloads.ts'
import { editorText } from '../../../strings/editor.ts'
import { lightboxText } from '../../../strings/lightbox.ts'
import { sharesText } from '../../../strings/shares.ts'
import { FileNotes } from '../../../ui/file-notes.tsx'
import { Comments } from '../../comments/comments.tsx'
import { PropertyPart } from '../../properties/property-part.tsx'
import { ShareDialog } from '../../shares/share-dialog.tsx'
import { AssetTranslations } from '../../translations/asset-translations.tsx'
import { whichAsset } from '../asset-queries.ts'
import { DownloadMenu } from '../download-menu.tsx'
import { EditButton, useCanEditPicture } from '../editor/edit-button.tsx'
import { useArchive } from '../use-archive.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { useBatch } from '../use-batch.ts'
import { takesMetadata, useDownload } from '../use-download.ts'
import { About } from './about.tsx'
import classes from './details.module.css'
import { Embedded } from './embedded.tsx'
import { Files } from './files.tsx'
import { FocalPoint } from './focal-point.tsx'
import { History } from './history.tsx'
import { Palette } from './palette.tsx'
import { Preview, previewUrl } from './preview.tsx'
import { Review } from './review.tsx'
import { Rights } from './rights.tsx'
import { Tags } from './tags.tsx'
import { Usages } from './usages.tsx'
import { withFilesOf } from './use-change-asset.ts'
import { Versions } from './versions.tsx'
import { Words } from './words.tsx'

type Props = { asset: Asset; isBesidePicture: boolean }

export function Body({ asset, isBesidePicture }: Props) {
  const { can } = useCompany()
  const canEdit = can('assets:write')
  const canShare = can('shares:write')
  const [isPicking, setIsPicking] = useState(false)
  const canEditPicture = useCanEditPicture()(asset)
  const canPick = canEdit && asset.type === 'image' && previewUrl(asset) !== undefined
  return (
    <>
      {isPicking ? (
        <FocalPoint asset={asset} onDone={() => setIsPicking(false)} />
      ) : (
        <>
          {!isBesidePicture && <Preview asset={asset} />}
          <div className={classes.actions}>
            {!isBesidePicture && (
              <>
                <FullView />
                <Download asset={asset} />
              </>
            )}
            {canEditPicture && !isBesidePicture && <Edit asset={asset} />}
            {canPick && (
              <Button
                variant="default"
                size="xs"
                leftSection={<IconFocusCentered size={16} aria-hidden />}
                onClick={() => setIsPicking(true)}
              >
                {text.focalPoint}
              </Button>
            )}
            {canShare && <Share asset={asset} />}
            {canEdit && <Trash asset={asset} />}
          </div>
        </>
      )}
      <Review asset={asset} canEdit={can('library:write')} />
      <Palette asset={asset} />
      <Words asset={asset} canEdit={canEdit} />
      <Files asset={asset} />
      <FileNotes of={asset} />
      <Tags asset={asset} canEdit={canEdit} />
      <PropertyPart
        noun="asset"
        resource={asset}
        which={whichAsset(asset.id)}
        canEdit={canEdit}
        received={withFilesOf}
      />
      <AssetTranslations asset={asset} canEdit={canEdit} />
      <Rights asset={asset} canEdit={canEdit} />
      <Comments about={{ asset_id: asset.id }} version={asset.version} pictureUrl={previewUrl(asset)} />
      {can('library:read') && <Usages assetId={asset.id} />}
      <Versions asset={asset} canEdit={canEdit} />
      <About asset={asset} />
      <Embedded asset={asset} />
      {can('library:read') && <History assetId={asset.id} />}
    </>
  )
}

function FullView() {
  const { change } = useAssetSearch()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconMaximize size={16} aria-hidden />}
      onClick={() => change({ full: true })}
    >
      {lightboxText.open}
    </Button>
  )
}

function Edit({ asset }: { asset: Asset }) {
  return (
    <EditButton asset={asset}>
      {(open) => (
        <Button variant="default" size="xs" leftSection={<IconCrop size={16} aria-hidden />} onClick={open}>
          {editorText.edit}
        </Button>
      )}
    </EditButton>
  )
}

function Download({ asset }: { asset: Asset }) {
  const { can } = useCompany()
  const canEdit = can('assets:write')
  const download = useDownload()
  const archive = useArchive()
  const [hasMetadata, setHasMetadata] = useState(false)
  const canHaveMetadata = takesMetadata(asset)
  const metadata = canHaveMetadata && hasMetadata ? 'embed' : undefined
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconDownload size={16} aria-hidden />}
        loading={download.isPending}
        disabled={asset.availability !== 'available' && !canEdit}
        onClick={() => download.mutate({ id: asset.id, metadata })}
      >
        {text.download}
      </Button>
      {asset.type === 'image' && can('archives:write') && (
        <DownloadMenu onPick={(form) => archive.mutate({ ids: [asset.id], ...form })}>
          <ActionIcon
            variant="default"
            size={30}
            aria-label={downloadText.folderFormats}
            loading={archive.isPending}
            disabled={asset.availability !== 'available'}
          >
            <IconChevronDown size={16} />
          </ActionIcon>
        </DownloadMenu>
      )}
      {canHaveMetadata && (
        <Checkbox
          size="xs"
          className={classes.withMetadata}
          label={downloadText.withMetadata}
          checked={hasMetadata}
          onChange={({ currentTarget }) => setHasMetadata(currentTarget.checked)}
        />
      )}
    </>
  )
}

function Share({ asset }: { asset: Asset }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Button
        variant="default"
        size="xs"
        leftSection={<IconShare size={16} aria-hidden />}
        onClick={() => setIsOpen(true)}
      >
        {sharesText.share}
      </Button>
      <ShareDialog
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        name={asset.name}
        target={{ asset_ids: [asset.id] }}
      />
    </>
  )
}

function Trash({ asset }: { asset: Asset }) {
  const { change } = useAssetSearch()
  const batch = useBatch()
  return (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconTrash size={16} aria-hidden />}
      loading={batch.isPending}
      onClick={() =>
        batch.mutate(
          { action: 'trash', ids: [asset.id] },
          {
            onSuccess: ({ outcomes: [outcome] }) => {
              if (outcome?.status === 200) change({ asset: undefined, full: undefined })
            },
          },
        )
      }
    >
      {text.trash}
    </Button>
  )
}
