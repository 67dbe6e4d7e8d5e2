import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadText as text } from '../../strings/downloads.ts'
import { type DownloadFormat, downloadFormats } from './use-archive.ts'

type Props = {
  /** The heading of the items. */
  label: string
  onPick(format: DownloadFormat): void
}

/** The formats of a download, as items of a menu with other actions. */
export const DownloadItems = ({ label, onPick }: Props) => (
  <>
    <Menu.Label>{label}</Menu.Label>
    {(Object.keys(downloadFormats) as DownloadFormat[]).map((format) => (
      <Menu.Item key={format} leftSection={<IconDownload size={16} />} onClick={() => onPick(format)}>
        {text.formats[format]}
      </Menu.Item>
    ))}
  </>
)
