import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { downloadText as text } from '../../strings/downloads.ts'
import { type DownloadFormat, downloadFormats } from './use-archive.ts'

type Props = {
  /** The button that opens the menu. */
  children: ReactNode
  onPick(format: DownloadFormat): void
}

/** Offers the formats of a download. */
export function DownloadMenu({ children, onPick }: Props) {
  return (
    <Menu position="top-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        {(Object.keys(downloadFormats) as DownloadFormat[]).map((format) => (
          <Menu.Item key={format} onClick={() => onPick(format)}>
            {text.formats[format]}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
