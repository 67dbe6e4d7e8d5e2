import { Menu } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { downloadText as text } from '../../strings/downloads.ts'
import { usePresets } from '../presets/presets.ts'
import { type DownloadFormat, downloadFormats, type Form } from './use-archive.ts'

type Props = {
  label?: string
  onPick(form: Form): void
}

export function DownloadItems({ label, onPick }: Props) {
  const presets = usePresets()
  const icon = label !== undefined && { leftSection: <IconDownload size={16} /> }
  return (
    <>
      {label !== undefined && <Menu.Label>{label}</Menu.Label>}
      {(Object.keys(downloadFormats) as DownloadFormat[]).map((format) => (
        <Menu.Item key={format} {...icon} onClick={() => onPick({ format })}>
          {text.formats[format]}
        </Menu.Item>
      ))}
      {presets.data?.map(({ id, name, label }) => (
        <Menu.Item key={id} {...icon} onClick={() => onPick({ preset: name })}>
          {label}
        </Menu.Item>
      ))}
    </>
  )
}
