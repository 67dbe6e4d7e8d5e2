import { ActionIcon, Drawer, Skeleton, Stack } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { IconX } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import page from '../../../ui/library.module.css'
import { Failed } from '../../../ui/states.tsx'
import { isGone } from '../../../use-resource.ts'
import { assetQuery } from '../asset-queries.ts'
import { focusList } from '../use-asset-list.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { Body } from './body.tsx'
import classes from './details.module.css'

/** Window width up to which the details cover the library instead of being beside it. */
const narrow = '(max-width: 75em)'

/** By the asset ID in the URL. */
export function AssetDetails({ assetId }: { assetId: string }) {
  const isNarrow = useMediaQuery(narrow, undefined, { getInitialValueInEffect: false })
  const { change } = useAssetSearch()
  const close = () => {
    change({ asset: undefined })
    focusList()
  }
  if (isNarrow)
    return (
      <Drawer
        opened
        onClose={close}
        closeOnClickOutside={false}
        // The second click of a double-click whose first click opened the details.
        overlayProps={{ onClick: ({ detail }) => (detail === 2 ? change({ full: true }) : close()) }}
        position="right"
        size={440}
        title={text.details}
        closeButtonProps={{ 'aria-label': text.closeDetails }}
        styles={{ body: { padding: 0 } }}
      >
        <AssetContent assetId={assetId} />
      </Drawer>
    )
  return (
    <Side onClose={close}>
      <AssetContent assetId={assetId} />
    </Side>
  )
}

function Side({ onClose, children }: { onClose(): void; children: React.ReactNode }) {
  const ref = useRef<HTMLElement>(null)
  useEffect(() => ref.current?.focus({ preventScroll: true }), [])
  return (
    <aside
      ref={ref}
      className={page.panel}
      aria-label={text.details}
      tabIndex={-1}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) onClose()
      }}
    >
      <ActionIcon
        className={classes.close}
        variant="default"
        radius="xl"
        aria-label={text.closeDetails}
        onClick={onClose}
      >
        <IconX size={16} />
      </ActionIcon>
      <div className={classes.scroll}>{children}</div>
    </aside>
  )
}

type ContentProps = {
  assetId: string
  /** Whether the image is shown beside the details. */
  isBesidePicture?: boolean
}

export function AssetContent({ assetId, isBesidePicture = false }: ContentProps) {
  const asset = useQuery(assetQuery(useCompany(), assetId, useQueryClient()))
  if (asset.isPending)
    return (
      <Stack p="md">
        <Skeleton height={260} radius="md" />
        <Skeleton height={16} width="60%" />
        <Skeleton height={120} />
      </Stack>
    )
  if (asset.isError && (!asset.data || isGone(asset.error))) {
    if (isGone(asset.error)) return <Failed title={text.goneTitle} error={new Error(text.gone)} />
    return <Failed error={asset.error} onRetry={() => void asset.refetch()} />
  }
  return <Body asset={asset.data.data} isBesidePicture={isBesidePicture} />
}
