import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Mantine tells assistive technology about errors of its other fields only. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error) || undefined} />
)
