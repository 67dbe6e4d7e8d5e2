import { Button, Group, Input, Text, Textarea } from '@mantine/core'
import { useEffect, useState } from 'react'
import { uiText as text } from '../strings/ui.ts'

type Props = {
  label: string
  hint?: string
  value: string | null
  canEdit: boolean
  isRequired?: boolean
  failure: string | undefined
  onSave(value: string | null): Promise<unknown>
}

/** An inline text field. Changes by others are not overwritten without notice. */
export function EditableText({ label, hint, value, canEdit, isRequired = false, failure, onSave }: Props) {
  const [draft, setDraft] = useState(value ?? '')
  const [begun, setBegun] = useState(value)
  const isDirty = draft.trim() !== (begun ?? '')
  // Shows the new text while it is being saved.
  const isOvertaken = isDirty && value !== begun && (value ?? '') !== draft.trim()

  // Not being edited: shows changes by others.
  useEffect(() => {
    if (isDirty || value === begun) return
    setBegun(value)
    setDraft(value ?? '')
  }, [isDirty, value, begun])

  function reset() {
    setBegun(value)
    setDraft(value ?? '')
  }

  async function save() {
    const wanted = draft.trim() === '' ? null : draft.trim()
    if (isRequired && wanted === null) return
    await onSave(wanted).then(
      () => {
        setBegun(wanted)
        setDraft(wanted ?? '')
      },
      () => {},
    )
  }

  if (!canEdit)
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Text size="sm" {...(value === null && { c: 'dimmed' })}>
          {value ?? text.none}
        </Text>
      </Input.Wrapper>
    )
  return (
    <div>
      <Textarea
        label={label}
        {...(hint !== undefined && { placeholder: hint })}
        size="sm"
        autosize
        minRows={1}
        maxRows={8}
        value={draft}
        error={isOvertaken ? text.theirs(value) : isDirty ? failure : undefined}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isDirty) {
            event.preventDefault()
            reset()
          }
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
        }}
      />
      {isDirty && (
        <Group gap="xs" mt={6} justify="flex-end">
          <Button size="compact-sm" variant="default" onClick={reset}>
            {text.cancel}
          </Button>
          <Button size="compact-sm" disabled={isRequired && draft.trim() === ''} onClick={() => void save()}>
            {text.save}
          </Button>
        </Group>
      )}
    </div>
  )
}
