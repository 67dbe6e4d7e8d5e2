import { ActionIcon, Text, Tooltip } from '@mantine/core'
import { type Icon, IconPlus } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import library from './library.module.css'

type Props = {
  title: ReactNode
  create: string
  /** Undefined for readers. */
  onCreate: (() => void) | undefined
  icon?: Icon
}

export const SideHead = ({ title, create, onCreate, icon: Icon = IconPlus }: Props) => (
  <div className={library.sideTop}>
    <Text size="xs" fw={500} c="dimmed">
      {title}
    </Text>
    {onCreate && (
      <Tooltip label={create}>
        <ActionIcon variant="subtle" color="gray" aria-label={create} onClick={onCreate}>
          <Icon size={16} />
        </ActionIcon>
      </Tooltip>
    )}
  </div>
)
