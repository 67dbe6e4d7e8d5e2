import { Alert, Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Gone } from '../../ui/not-found.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Section } from '../../ui/section.tsx'
import { isGone } from '../../use-resource.ts'
import { DeleteWebhook } from './delete-webhook.tsx'
import { Deliveries } from './deliveries.tsx'
import { RotateWebhookSecret } from './rotate-webhook-secret.tsx'
import { WebhookSettings } from './webhook-settings.tsx'
import { WebhookState } from './webhook-state.tsx'
import { webhookQuery } from './webhooks.ts'

export function WebhookPage() {
  const company = useCompany()
  const { webhook: id } = useParams({ from: '/inside/c/$company/webhooks/$webhook' })
  const webhook = useQuery(webhookQuery(company, id))
  if (isGone(webhook.error))
    return (
      <Gone
        title={text.goneTitle}
        description={text.gone}
        back={
          <LinkButton to="/c/$company/webhooks" params={{ company: company.id }} variant="default">
            {text.toAll}
          </LinkButton>
        }
      />
    )
  return (
    <Loaded query={webhook} height={480} order={1}>
      {(webhook) => <Found key={webhook.id} webhook={webhook} />}
    </Loaded>
  )
}

function Found({ webhook }: { webhook: Webhook }) {
  const company = useCompany()
  return (
    <>
      <PageHeader
        back={
          <LinkAnchor to="/c/$company/webhooks" params={{ company: company.id }} fz="sm">
            {text.title}
          </LinkAnchor>
        }
        title={webhook.description ?? new URL(webhook.url).host}
        description={
          <Group component="span" gap="md" style={{ overflowWrap: 'anywhere' }}>
            <WebhookState webhook={webhook} />
            {webhook.url}
          </Group>
        }
      />
      <Trouble webhook={webhook} />
      <Section title={text.deliveries} description={text.deliveriesText}>
        <Deliveries webhook={webhook} />
      </Section>
      <Section title={text.settings} description={text.settingsText}>
        <WebhookSettings key={webhook.updated_at} webhook={webhook} />
      </Section>
      <Section title={text.secretSection} description={text.secretSectionText}>
        <RotateWebhookSecret webhook={webhook} />
      </Section>
      <Section title={text.delete} description={text.deleteText}>
        <DeleteWebhook webhook={webhook} />
      </Section>
    </>
  )
}

function Trouble({ webhook: { disabled_reason, failing_since, paused_until } }: { webhook: Webhook }) {
  if (disabled_reason)
    return (
      <Alert color="red" mb="lg">
        {disabled_reason === 'gone' ? text.offGone : text.offFailing}
      </Alert>
    )
  if (paused_until)
    return (
      <Alert color="red" mb="lg">
        {text.pausedUntil} <RelativeTime at={paused_until} />
      </Alert>
    )
  if (!failing_since) return null
  return (
    <Alert color="red" mb="lg">
      {text.failingSince} <RelativeTime at={failing_since} />
    </Alert>
  )
}
