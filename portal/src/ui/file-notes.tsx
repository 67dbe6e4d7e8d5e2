import { Text } from '@mantine/core'
import type { Asset } from '../../../sdk/src/index.ts'
import { uiText as text } from '../strings/ui.ts'
import { Part } from './part.tsx'

type Of = { removed: Asset['removed']; warnings?: Asset['warnings'] }

/** The problems of a file, and the elements that were removed from it. Renders nothing for most files. */
export function FileNotes({ of: { removed, warnings = [] } }: { of: Of }) {
  if (removed.length + warnings.length === 0) return null
  return (
    <Part title={text.fileNotes}>
      {warnings.map(({ type, message }) => (
        <Text key={type} size="sm">
          {message}
        </Text>
      ))}
      {removed.length > 0 && (
        <Text size="sm">
          {text.removed(removed.map(({ element, count }) => text.removedOf(element, count)))}
        </Text>
      )}
    </Part>
  )
}
