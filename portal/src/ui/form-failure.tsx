import { Alert } from '@mantine/core'
import { ErrorText } from './notify.tsx'

export function FormFailure({ failure }: { failure: Error | null }) {
  if (!failure) return null
  return (
    <Alert color="red" role="alert">
      <ErrorText error={failure} />
    </Alert>
  )
}
