import { type UseFormReturnType, useForm } from '@mantine/form'
import { clientsText } from '../../strings/clients.ts'
import { type LimitValues, limitRules, limitsOf, limitValues } from '../folder-limits/limit-values.ts'
import { isGiven } from '../sign-in/fields.ts'
import type { Client, ClientBody } from './clients.ts'
import { readScopes } from './scopes.ts'

/** The values of the fields. The names are those of the API, so that its errors match them. */
export type ClientValues = {
  name: string
  scopes: string[]
  /** Empty means the installation's default. */
  token_lifetime_seconds: string
  /** One address or network per line. */
  allowed_addresses: string
  /** One origin per line. */
  allowed_origins: string
} & LimitValues

export type ClientForm = UseFormReturnType<ClientValues>

/** @param onChange is called when the user changes a field. */
export function useClientForm(client?: Client, onChange?: () => void): ClientForm {
  return useForm<ClientValues>({
    initialValues: {
      name: client?.name ?? '',
      scopes: client?.scopes ?? readScopes,
      token_lifetime_seconds: String(client?.token_lifetime_seconds ?? ''),
      allowed_addresses: client?.allowed_addresses.join('\n') ?? '',
      allowed_origins: client?.allowed_origins.join('\n') ?? '',
      ...limitValues(client),
    },
    ...(onChange && { onValuesChange: onChange }),
    validate: {
      name: isGiven,
      scopes: (scopes) => (scopes.length === 0 ? clientsText.scopesNone : null),
      ...limitRules,
    },
  })
}

export const bodyOf = (values: ClientValues): ClientBody => ({
  name: values.name.trim(),
  scopes: values.scopes,
  token_lifetime_seconds: values.token_lifetime_seconds === '' ? null : Number(values.token_lifetime_seconds),
  allowed_addresses: listed(values.allowed_addresses),
  allowed_origins: listed(values.allowed_origins),
  ...limitsOf(values),
})

const listed = (text: string) => text.split(/[\s,]+/).filter((one) => one !== '')
