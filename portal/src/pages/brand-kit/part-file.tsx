import { ActionIcon, Tooltip } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { kitText as text } from '../../strings/brand-kit.ts'
import { CopyButton } from '../../ui/copy-button.tsx'
import { linkEnd } from '../../ui/link-end.ts'
import { useDownload } from '../assets/use-download.ts'

type Props = { name: string; url: string; assetId: string }

export function PartFile({ name, url, assetId }: Props) {
  const download = useDownload()
  return (
    <>
      <CopyButton value={url} label={text.copyUrl(name, linkEnd(url))} />
      <Tooltip label={text.download(name)}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={text.download(name)}
          loading={download.isPending}
          onClick={() => download.mutate({ id: assetId })}
        >
          <IconDownload size={16} />
        </ActionIcon>
      </Tooltip>
    </>
  )
}
