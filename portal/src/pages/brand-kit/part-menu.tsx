import { ActionIcon, Menu } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { kitText as text } from '../../strings/brand-kit.ts'

type Props = {
  name: string
  onEdit(): void
  onRemove(): void
  /** Undefined for the first and the last part. */
  onMoveBack: (() => void) | undefined
  onMoveOn: (() => void) | undefined
  children?: ReactNode
}

/** Includes moving by keyboard. */
export function PartMenu({ name, onEdit, onRemove, onMoveBack, onMoveOn, children }: Props) {
  const button = useRef<HTMLButtonElement>(null)
  const heir = useRef<HTMLElement>(null)
  // Moves the focus to the next part, because the deleted part had the focus.
  useEffect(() => () => heir.current?.focus(), [])

  function remove() {
    heir.current = neighbourOf(button.current!)
    onRemove()
  }

  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon ref={button} variant="subtle" color="gray" aria-label={text.actionsOf(name)}>
          <IconDots size={16} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          {text.edit}
        </Menu.Item>
        {children}
        {onMoveBack && (
          <Menu.Item leftSection={<IconArrowLeft size={16} />} onClick={onMoveBack}>
            {text.moveBack}
          </Menu.Item>
        )}
        {onMoveOn && (
          <Menu.Item leftSection={<IconArrowRight size={16} />} onClick={onMoveOn}>
            {text.moveOn}
          </Menu.Item>
        )}
        <Menu.Divider />
        <Menu.Item leftSection={<IconTrash size={16} />} onClick={remove}>
          {text.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

function neighbourOf(button: HTMLElement): HTMLElement | null {
  const item = button.closest('li')
  const other = item?.nextElementSibling ?? item?.previousElementSibling
  if (other) return other.querySelector<HTMLElement>('[aria-haspopup="menu"]')
  return item?.closest('section[aria-labelledby]')?.querySelector('button') ?? null
}
