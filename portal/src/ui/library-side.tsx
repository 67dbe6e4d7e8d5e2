import { ActionIcon, Drawer } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import type { Icon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import classes from './library.module.css'

/** The sidebar of a library with its filters, if there is room. */
export function Side({ label, children }: { label: string; children: ReactNode }) {
  return (
    <aside className={classes.side} aria-label={label}>
      {children}
    </aside>
  )
}

type DrawerProps = {
  label: string
  icon: Icon
  /** @param close is called after a selection. */
  children(close: () => void): ReactNode
}

/** The same as a button and a drawer, if there is no room. */
export function SideDrawer({ label, icon: Icon, children }: DrawerProps) {
  const [isOpen, { open, close }] = useDisclosure()
  return (
    <>
      <ActionIcon
        className={classes.sideButton}
        variant="default"
        size={36}
        aria-label={label}
        onClick={open}
      >
        <Icon size={16} />
      </ActionIcon>
      <Drawer
        opened={isOpen}
        onClose={close}
        size={288}
        title={label}
        closeButtonProps={{ 'aria-label': uiText.close }}
        styles={{ body: { padding: 0 } }}
      >
        {children(close)}
      </Drawer>
    </>
  )
}
