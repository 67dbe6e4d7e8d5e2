import { Button, Group, Stack, Switch, Text, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { meQuery, useCompany } from '../../session.ts'
import { presetsText } from '../../strings/presets.ts'
import { reviewsText } from '../../strings/reviews.ts'
import { settingsText as text } from '../../strings/settings.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { notifyDone } from '../../ui/notify.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { useSend } from '../../ui/use-send.ts'
import { PresetList } from '../presets/preset-list.tsx'
import { ReviewSettings } from '../reviews/review-settings.tsx'
import { isGiven } from '../sign-in/fields.ts'
import { type CompanySettings, companyQuery } from './company.ts'

export function SettingsPage() {
  const company = useCompany()
  const settings = useQuery(companyQuery(company))
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      {company.can('company:write') && (
        <Section title={text.name} description={text.nameText}>
          <NameForm key={company.id} />
        </Section>
      )}
      {company.can('company:write') && (
        <Section title={text.location} description={text.locationText}>
          <Loaded query={settings}>{(shown) => <LocationSwitch key={company.id} settings={shown} />}</Loaded>
        </Section>
      )}
      {company.can('company:write') && (
        <Section title={reviewsText.settings} description={reviewsText.settingsText}>
          <Loaded query={settings}>{(shown) => <ReviewSettings key={company.id} settings={shown} />}</Loaded>
        </Section>
      )}
      {company.can('assets:read') && (
        <Section title={presetsText.title} description={presetsText.description}>
          <PresetList />
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

function LocationSwitch({ settings }: { settings: CompanySettings }) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (remove_location: boolean) => company.api.patch('/company', { remove_location }),
    onSuccess: async (_, isRemoved) => {
      await queryClient.invalidateQueries(companyQuery(company))
      notifyDone(isRemoved ? text.locationRemoved : text.locationKept)
    },
  })
  return (
    <Switch
      label={text.removeLocation}
      checked={settings.remove_location}
      disabled={isPending}
      onChange={({ currentTarget }) => mutate(currentTarget.checked)}
    />
  )
}
