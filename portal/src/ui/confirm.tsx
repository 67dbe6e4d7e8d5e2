import { Button, Group, Modal, Text, TextInput } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { uiText } from '../strings/ui.ts'
import classes from './dialog.module.css'
import { ErrorText } from './notify.tsx'

type Props = {
  opened: boolean
  onClose(): void
  /** The question, which names the object. */
  title: string
  /** The consequences, and whether it can be undone. */
  children: ReactNode
  /** The verb of the question, not "OK". */
  confirmLabel: string
  isDangerous?: boolean
  /** A text that must be typed to confirm an irreversible action. */
  typed?: string
  onConfirm(): Promise<unknown>
}

/** A confirmation dialog that stays open until the action is done, and shows its error. */
export function Confirm({
  opened,
  onClose,
  title,
  children,
  confirmLabel,
  isDangerous,
  typed,
  onConfirm,
}: Props) {
  const [isBusy, setIsBusy] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const [written, setWritten] = useState('')
  const isSure = typed === undefined || written.trim() === typed.trim()

  function close() {
    setFailure(undefined)
    setWritten('')
    onClose()
  }

  async function confirm() {
    setIsBusy(true)
    setFailure(undefined)
    try {
      await onConfirm()
      close()
    } catch (error) {
      setFailure(error)
    } finally {
      setIsBusy(false)
    }
  }

  return (
    <Modal opened={opened} onClose={close} title={title} closeButtonProps={{ 'aria-label': uiText.close }}>
      <Text size="sm" c="dimmed" component="div">
        {children}
      </Text>
      {typed !== undefined && (
        <TextInput
          mt="md"
          label={uiText.typeToConfirm(typed)}
          autoComplete="off"
          data-autofocus
          value={written}
          onChange={(event) => setWritten(event.currentTarget.value)}
        />
      )}
      {failure !== undefined && (
        <Text c="var(--mantine-color-error)" mt="sm" component="div" role="alert">
          <ErrorText error={failure} />
        </Text>
      )}
      <Group mt="lg" gap="xs" className={classes.order}>
        <Button
          {...(isDangerous && { color: 'red.8' })}
          disabled={!isSure}
          loading={isBusy}
          onClick={() => void confirm()}
        >
          {confirmLabel}
        </Button>
        <Button variant="default" onClick={close} data-autofocus={typed === undefined || undefined}>
          {uiText.cancel}
        </Button>
      </Group>
    </Modal>
  )
}
