import { Alert } from '@mantine/core'
import { ErrorText } from './notify.tsx'

/** Why a form was refused, when it is not about one field. */
export function FormFailure({ failure }: { failure: Error | null }) {
  if (!failure) return null
  return (
    <Alert color="red" role="alert">
      <ErrorText error={failure} />
    </Alert>
  )
}
