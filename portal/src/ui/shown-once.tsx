import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { type ReactNode, useEffect } from 'react'
import { uiText } from '../strings/ui.ts'
import { mainId } from '../theme.ts'
import { CopyButton } from './copy-button.tsx'

type Props = {
  title: string
  /** A description of the secret, which says that it is shown only once. */
  description: string
  children: ReactNode
  copy?: { value: string; label: string }
  file?: { name: string; text: string }
  /** Label of the only button that closes it. */
  kept: string
  onClose(): void
}

/** A dialog for secrets, which cannot be closed by accident. */
export function ShownOnce({ title, description, children, copy, file, kept, onClose }: Props) {
  // The element that opened it is usually a dialog that has closed by then.
  useEffect(() => () => document.getElementById(mainId)?.focus({ preventScroll: true }), [])
  return (
    <Modal
      opened
      onClose={onClose}
      title={title}
      size="lg"
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <Stack>
        <Text size="sm">{description}</Text>
        {children}
        <Group justify="space-between">
          <Group gap="xs">
            {copy && <CopyButton {...copy} />}
            {file && (
              <Button component="a" variant="default" href={hrefOf(file.text)} download={file.name}>
                {uiText.download(file.name)}
              </Button>
            )}
          </Group>
          <Button onClick={onClose} data-autofocus>
            {kept}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

const hrefOf = (text: string) => `data:text/plain;charset=utf-8,${encodeURIComponent(`${text}\n`)}`
