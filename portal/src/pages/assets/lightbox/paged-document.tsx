import { ActionIcon, Group, Loader, Text } from '@mantine/core'
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Asset } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { lightboxText as text } from '../../../strings/lightbox.ts'
import { pageLinkQuery } from '../asset-queries.ts'
import classes from './lightbox.module.css'
import type { Pages } from './use-pages.ts'
import { ZoomedPicture } from './zoomed-picture.tsx'

type Props = {
  asset: Asset
  firstUrl: string
  pages: Pages
}

/** A document, one page at a time. The next page is loaded in advance. */
export function PagedDocument({ asset, firstUrl, pages }: Props) {
  const company = useCompany()
  const { number, count } = pages
  const linkTo = (page: number, isWanted: boolean) => ({
    ...pageLinkQuery(company, asset, page),
    enabled: isWanted && page > 1 && page <= count,
  })
  const link = useQuery(linkTo(number, true))
  const url = number === 1 ? firstUrl : link.data
  const [shown, setShown] = useState<string>()
  const [failed, setFailed] = useState<string>()
  const isLoaded = url !== undefined && shown === url
  usePreloaded(useQuery(linkTo(number + 1, isLoaded)).data)
  const hasFailed = link.error !== null || (url !== undefined && failed === url)
  return (
    <>
      <ZoomedPicture
        asset={asset}
        // The previous page stays until the next page is loaded.
        url={url ?? shown ?? firstUrl}
        alt={text.pageOf(asset.name, number)}
        onLoad={setShown}
        onError={() => setFailed(url)}
      >
        <PageBar pages={pages} isBusy={!isLoaded && !hasFailed} />
      </ZoomedPicture>
      {hasFailed && (
        <div className={classes.pageFailed} role="alert">
          <Text size="sm">{text.pageFailed}</Text>
        </div>
      )}
    </>
  )
}

function PageBar({ pages: { number, count, go }, isBusy }: { pages: Pages; isBusy: boolean }) {
  return (
    <Group gap={2} wrap="nowrap" className={classes.zoomBar} role="group" aria-label={text.pages}>
      <ActionIcon
        variant="subtle"
        className={classes.tool}
        aria-label={text.previousPage}
        title={text.previousPage}
        disabled={number === 1}
        onClick={() => go(number - 1)}
      >
        <IconChevronUp size={16} />
      </ActionIcon>
      <span className={classes.pageNumber} aria-live="polite">
        {text.page(number, count)}
        {isBusy && <Loader size={12} color="gray" aria-hidden />}
      </span>
      <ActionIcon
        variant="subtle"
        className={classes.tool}
        aria-label={text.nextPage}
        title={text.nextPage}
        disabled={number === count}
        onClick={() => go(number + 1)}
      >
        <IconChevronDown size={16} />
      </ActionIcon>
    </Group>
  )
}

function usePreloaded(url: string | undefined) {
  useEffect(() => {
    if (url !== undefined) new Image().src = url
  }, [url])
}
