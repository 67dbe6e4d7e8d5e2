import { Button, Group, Modal, Stack, Text } from '@mantine/core'
import { useForm } from '@mantine/form'
import { accountText } from '../../strings/account.ts'
import { uiText } from '../../strings/ui.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../sign-in/fields.ts'

type Props<Answer> = {
  opened: boolean
  onClose(): void
  title: string
  description?: string
  label: string
  send(password: string): Promise<Answer>
  onDone(answer: Answer): unknown
}

/** Asks for the password, because a stranger at an unlocked screen must not take this action. */
export function PasswordDialog<Answer>(props: Props<Answer>) {
  return (
    <Modal
      opened={props.opened}
      onClose={props.onClose}
      title={props.title}
      closeButtonProps={{ 'aria-label': uiText.close }}
    >
      <PasswordStep {...props} />
    </Modal>
  )
}

export function PasswordStep<Answer>({ onClose, description, label, send, onDone }: Props<Answer>) {
  const form = useForm({ initialValues: { password: '' }, validate: { password: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ password }) => send(password),
    (answer) => {
      onClose()
      return onDone(answer)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        {description && (
          <Text size="sm" c="dimmed">
            {description}
          </Text>
        )}
        <FormFailure failure={failure} />
        <PasswordField
          label={accountText.confirmPassword}
          autoComplete="current-password"
          data-autofocus
          {...form.getInputProps('password')}
        />
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            {uiText.cancel}
          </Button>
          <Button type="submit" loading={isSending}>
            {label}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
