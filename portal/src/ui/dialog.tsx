import { Button, Group, Modal, type ModalProps } from '@mantine/core'
import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import classes from './dialog.module.css'

type Props = {
  opened: boolean
  onClose(): void
  title: string
  size?: ModalProps['size']
  /** The form component, which is mounted whenever the dialog opens. */
  children: ReactNode
}

export function Dialog({ opened, onClose, title, size = 'md', children }: Props) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': uiText.close }}
    >
      {children}
    </Modal>
  )
}

type FooterProps = { onCancel(): void; submit: string; isSending: boolean }

/** The buttons at the end of a dialog's form. They stay in view when the form is longer than the window. */
export function DialogFooter({ onCancel, submit, isSending }: FooterProps) {
  return (
    <Group gap="xs" className={classes.footer}>
      <Button type="submit" loading={isSending}>
        {submit}
      </Button>
      <Button variant="default" onClick={onCancel}>
        {uiText.cancel}
      </Button>
    </Group>
  )
}
