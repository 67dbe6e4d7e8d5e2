import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useQueryClient } from '@tanstack/react-query'
import { meQuery, useCompany } from '../../session.ts'
import { settingsText as text } from '../../strings/settings.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { useSend } from '../../ui/use-send.ts'
import { isGiven } from '../sign-in/fields.ts'
import { companyQuery } from './company.ts'

export function SettingsPage() {
  const company = useCompany()
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      {company.can('company:write') && (
        <Section title={text.name} description={text.nameText}>
          <NameForm key={company.id} />
        </Section>
      )}
      <Section title={text.enterprise} description={text.enterpriseText}>
        <Text size="sm">{company.enterprise.name}</Text>
      </Section>
      <Section title={text.id} description={text.idText}>
        <CopyField label={text.id} value={company.id} copy={text.copyId} />
      </Section>
    </>
  )
}

function NameForm() {
  const company = useCompany()
  const queryClient = useQueryClient()
  const form = useForm({ initialValues: { name: company.name }, validate: { name: isGiven } })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ name }) => company.api.patch('/company', { name: name.trim() }),
    async () => {
      await Promise.all([
        queryClient.invalidateQueries(meQuery),
        queryClient.invalidateQueries(companyQuery(company)),
      ])
      notifyDone(text.saved)
    },
  )
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput label={text.name} {...form.getInputProps('name')} />
        <Group>
          <Button type="submit" loading={isSending}>
            {text.save}
          </Button>
        </Group>
      </Stack>
    </form>
  )
}
