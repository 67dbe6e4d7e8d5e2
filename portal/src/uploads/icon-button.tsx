import { ActionIcon, Tooltip } from '@mantine/core'
import type { IconX } from '@tabler/icons-react'

type ToolProps = { label: string; icon: typeof IconX; isExpanded?: boolean; onClick(): void }

export function Tool({ label, icon: Icon, isExpanded, onClick }: ToolProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={label}
        {...(isExpanded !== undefined && { 'aria-expanded': isExpanded })}
        onClick={onClick}
      >
        <Icon size={16} />
      </ActionIcon>
    </Tooltip>
  )
}
