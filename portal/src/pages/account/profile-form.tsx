import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import { meQuery, useMe } from '../../session.ts'
import { accountText } from '../../strings/account.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../sign-in/fields.ts'

export function ProfileForm() {
  const me = useMe()
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { name: me.name }, validate: { name: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => answerOf(auth.updateUser({ name: name.trim() })),
    async () => {
      await queryClient.invalidateQueries(meQuery)
      form.resetDirty()
      notifyDone(accountText.nameSaved)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack maw={420}>
        <FormFailure failure={failure} />
        <TextInput label={accountText.name} autoComplete="name" {...form.getInputProps('name')} />
        <TextInput
          label={accountText.email}
          description={accountText.emailHint}
          value={me.email}
          readOnly
          autoComplete="username"
        />
        <Group>
          <Button type="submit" loading={isSending} disabled={!form.isDirty()}>
            {accountText.saveName}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
