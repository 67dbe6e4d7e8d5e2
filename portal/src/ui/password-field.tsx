import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Mantine exposes errors to assistive technology only for its other fields. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error) || undefined} />
)
