import { PasswordInput, type PasswordInputProps } from '@mantine/core'

/** Password field that exposes its error to assistive technology, as Mantine's other fields do. */
export const PasswordField = (props: PasswordInputProps) => (
  <PasswordInput {...props} aria-invalid={Boolean(props.error) || undefined} />
)
