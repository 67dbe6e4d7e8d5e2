import { type UseFormReturnType, useForm } from '@mantine/form'
import type { Webhook } from '../../../../sdk/src/index.ts'
import { webhooksText } from '../../strings/webhooks.ts'
import { isGiven } from '../sign-in/fields.ts'
import type { WebhookBody } from './webhooks.ts'

/** The values of the fields. The names are those of the API, so that its errors match them. */
export type WebhookValues = {
  url: string
  description: string
  which: 'all' | 'some'
  types: string[]
  enabled: boolean
}

export type WebhookForm = UseFormReturnType<WebhookValues>

export function useWebhookForm(webhook?: Webhook): WebhookForm {
  return useForm<WebhookValues>({
    initialValues: {
      url: webhook?.url ?? '',
      description: webhook?.description ?? '',
      which: webhook?.types.length ? 'some' : 'all',
      types: webhook?.types ?? [],
      enabled: webhook?.enabled ?? true,
    },
    validate: {
      url: isGiven,
      types: (types, { which }) => (which === 'some' && types.length === 0 ? webhooksText.typesNone : null),
    },
  })
}

export const bodyOf = ({ url, description, which, types, enabled }: WebhookValues): WebhookBody => ({
  url: url.trim(),
  description: description.trim() || null,
  types: which === 'all' ? [] : types,
  enabled,
})
