import { TextInput } from '@mantine/core'
import { useEffect, useState } from 'react'
import type { TemplateVariable } from '../../../../../sdk/src/index.ts'
import { templateText as text } from '../../../strings/templates.ts'
import classes from './variables.module.css'

type Props = { variable: TemplateVariable; onSave(label: string): void }

/** An inline text field. Leaving the field saves, and Escape reverts. */
export function VariableLabel({ variable: { key, label }, onSave }: Props) {
  const [draft, setDraft] = useState(label)
  useEffect(() => setDraft(label), [label])

  function save() {
    const wanted = draft.trim()
    if (wanted === '') setDraft(label)
    else if (wanted !== label) onSave(wanted)
  }

  return (
    <TextInput
      variant="unstyled"
      classNames={{ input: classes.label }}
      aria-label={text.labelOf(key)}
      value={draft}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur()
        if (event.key === 'Escape') setDraft(label)
      }}
    />
  )
}
