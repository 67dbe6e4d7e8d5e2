import { CloseButton, Popover } from '@mantine/core'
import { IconChevronDown } from '@tabler/icons-react'
import { type ReactNode, useRef } from 'react'
import { assetText as text } from '../../strings/assets.ts'
import { uiText } from '../../strings/ui.ts'
import classes from './filter-bar.module.css'

type Props = {
  label: string
  chosen: readonly string[]
  onClear(): void
  isOpened?: boolean
  children: ReactNode
}

export function FilterChip({ label, chosen, onClear, isOpened = false, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const isActive = chosen.length > 0
  return (
    <div className={classes.chip} data-active={isActive || undefined}>
      <Popover defaultOpened={isOpened} width={272} position="bottom-start" trapFocus returnFocus shadow="md">
        <Popover.Target>
          <button type="button" ref={button} className={classes.open}>
            <span className={classes.value}>
              {isActive ? `${label}${uiText.colon}${chosen.join(', ')}` : label}
            </span>
            <IconChevronDown size={14} aria-hidden />
          </button>
        </Popover.Target>
        <Popover.Dropdown aria-label={label}>{children}</Popover.Dropdown>
      </Popover>
      {isActive && (
        <CloseButton
          size="sm"
          className={classes.remove}
          aria-label={text.removeFilter(label)}
          onClick={() => {
            button.current?.focus()
            onClear()
          }}
        />
      )}
    </div>
  )
}
