import { TextInput } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { installationText as text } from '../../strings/installation.ts'
import { isEmail } from '../doors/fields.ts'

/** Whom to invite as owner of a new company, if it is somebody else. */
export function OwnerField({ input }: { input: GetInputPropsReturnType }) {
  return (
    <TextInput label={text.owner} description={text.ownerHint} type="email" autoComplete="off" {...input} />
  )
}

export const isOwner = (email: string) => (email.trim() === '' ? null : isEmail(email))

/** As the API is told it. */
export const ownerOf = (email: string) => (email.trim() === '' ? {} : { owner_email: email.trim() })
