import { Stack, Switch } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { reviewsText as text } from '../../strings/reviews.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { type CompanySettings, companyQuery } from '../settings/company.ts'

type Change = Partial<Pick<CompanySettings, 'reviews' | 'share_approved_only'>>

export function ReviewSettings({ settings }: { settings: CompanySettings }) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: (change: Change) => company.api.patch('/company', change),
    async onSuccess(_, change) {
      await queryClient.invalidateQueries(companyQuery(company))
      // The states of all assets and templates appear or disappear.
      for (const type of ['asset', 'template'])
        void queryClient.invalidateQueries({ queryKey: [company.id, type] })
      notifyDone(doneBy(change))
    },
  })
  return (
    <Stack gap="sm">
      <Switch
        label={text.use}
        checked={settings.reviews}
        disabled={isPending}
        onChange={({ currentTarget }) => mutate({ reviews: currentTarget.checked })}
      />
      <Switch
        label={text.approvedOnly}
        description={text.approvedOnlyText}
        checked={settings.reviews && settings.share_approved_only}
        disabled={isPending || !settings.reviews}
        onChange={({ currentTarget }) => mutate({ share_approved_only: currentTarget.checked })}
      />
    </Stack>
  )
}

function doneBy({ reviews, share_approved_only }: Change): string {
  if (reviews !== undefined) return reviews ? text.used : text.notUsed
  return share_approved_only ? text.limited : text.notLimited
}
