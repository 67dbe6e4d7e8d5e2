import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { installationText as text } from '../../strings/installation.ts'
import { isEmail } from '../sign-in/fields.ts'

/** Optionally invites another person as the owner of a new company. */
export function OwnerField({ input }: { input: GetInputPropsReturnType }) {
  return (
    <TextInput label={text.owner} description={text.ownerHint} type="email" autoComplete="off" {...input} />
  )
}

export const isOwner = (email: string) => (email.trim() === '' ? null : isEmail(email))

export const ownerOf = (email: string) => (email.trim() === '' ? {} : { owner_email: email.trim() })
