import { Menu } from '@mantine/core'
import type { ReactNode } from 'react'
import { DownloadItems } from './download-items.tsx'
import type { Form } from './use-archive.ts'

type Props = {
  children: ReactNode
  onPick(form: Form): void
}

export function DownloadMenu({ children, onPick }: Props) {
  return (
    <Menu position="top-end">
      <Menu.Target>{children}</Menu.Target>
      <Menu.Dropdown>
        <DownloadItems onPick={onPick} />
      </Menu.Dropdown>
    </Menu>
  )
}
