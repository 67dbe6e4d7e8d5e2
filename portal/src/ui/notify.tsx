import { Button, Code, Group, Progress, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { requestIdOf, wordsOf } from '../errors.ts'
import { changeText } from '../strings/large-changes.ts'
import { uiText } from '../strings/ui.ts'

const look = { withBorder: true, closeButtonProps: { 'aria-label': uiText.dismiss } }

const doneMs = 4_000
/** Time for which a message with Undo is shown: enough to reach the button by keyboard. */
const undoMs = 10_000
/** Time for which an error is shown: enough to read it and to copy the request ID. */
const errorMs = 12_000

export function notifyDone(message: string) {
  notifications.show({ ...look, message, autoClose: doneMs })
}

export const notifyUndoable = (message: string, label: string, undo: () => void) =>
  notifyAction(message, label, undo)

export function notifyAction(message: string, label: string, act: () => void) {
  const press = () => {
    notifications.hide(id)
    act()
  }
  const id = notifications.show({
    ...look,
    message: (
      <Group justify="space-between" wrap="nowrap">
        <span>{message}</span>
        <Button size="compact-sm" variant="light" onClick={press}>
          {label}
        </Button>
      </Group>
    ),
    autoClose: undoMs,
  })
}

/** Shows work in progress, until it is closed. `set` takes a number from 0 to 1. */
export function notifyProgress(title: string): { set(progress: number): void; close(): void } {
  const body = (progress: number) => (
    <Stack gap="xs">
      {title}
      <Progress value={100 * progress} aria-label={changeText.progress} />
    </Stack>
  )
  const id = notifications.show({ ...look, message: body(0), autoClose: false })
  return {
    set: (progress) => notifications.update({ ...look, id, message: body(progress), autoClose: false }),
    close: () => notifications.hide(id),
  }
}

export function notifyError(error: unknown, title: string = uiText.wentWrong) {
  notifications.show({
    ...look,
    title,
    message: <ErrorText error={error} />,
    color: 'red',
    autoClose: errorMs,
    role: 'alert',
  })
}

/** Shows the server's error message and the request ID. */
export function ErrorText({ error }: { error: unknown }) {
  const requestId = requestIdOf(error)
  return (
    <Stack gap={4}>
      <Text size="sm">{wordsOf(error)}</Text>
      {requestId && (
        <Text size="xs" c="dimmed">
          <Code fz="inherit">{requestId}</Code>
        </Text>
      )}
    </Stack>
  )
}
