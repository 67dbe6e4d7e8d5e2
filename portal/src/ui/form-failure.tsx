import { Alert } from '@mantine/core'
import { ErrorText } from './notify.tsx'

/** An error of a form that does not belong to a field. */
export function FormFailure({ failure }: { failure: Error | null }) {
  if (!failure) return null
  return (
    <Alert color="red" role="alert">
      <ErrorText error={failure} />
    </Alert>
  )
}
