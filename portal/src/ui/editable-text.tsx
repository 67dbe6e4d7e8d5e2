import { Button, Group, Input, Text, Textarea } from '@mantine/core'
import { useWindowEvent } from '@mantine/hooks'
import { type FocusEvent, useEffect, useRef, useState } from 'react'
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

/**
 * An inline text field, which saves when it loses focus or is closed. Does not overwrite changes by others without
 * notice.
 */
export function EditableText({ label, hint, value, canEdit, isRequired = false, failure, onSave }: Props) {
  const [draft, setDraft] = useState(value ?? '')
  const [begun, setBegun] = useState(value)
  const [isSaved, setIsSaved] = useState(false)
  const isDirty = draft.trim() !== (begun ?? '')
  // Shows the new text while it is being saved.
  const isOvertaken = isDirty && value !== begun && (value ?? '') !== draft.trim()

  // While the field is not being edited, it shows changes by others.
  useEffect(() => {
    if (isDirty || value === begun) return
    setBegun(value)
    setDraft(value ?? '')
  }, [isDirty, value, begun])

  function reset() {
    setBegun(value)
    setDraft(value ?? '')
  }

  /** The text that is being saved, so that leaving and closing the field save it only once. */
  const saving = useRef<string | null>(undefined)
  async function save() {
    const wanted = draft.trim() === '' ? null : draft.trim()
    if ((isRequired && wanted === null) || saving.current === wanted) return
    saving.current = wanted
    try {
      await onSave(wanted)
      setBegun(wanted)
      // Text that was typed during the save is kept.
      setDraft((now) => (now.trim() === (wanted ?? '') ? (wanted ?? '') : now))
      setIsSaved(true)
    } catch {
      // The failure is shown at the field.
    } finally {
      if (saving.current === wanted) saving.current = undefined
    }
  }

  /** A value that another person has saved is overwritten only with the button. */
  const leave = () => {
    if (isDirty && !isOvertaken) void save()
  }
  const container = useRef<HTMLDivElement>(null)
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    if (!container.current?.contains(relatedTarget)) leave()
  }
  const latest = useRef(leave)
  latest.current = leave
  useEffect(() => () => latest.current(), [])
  useWindowEvent('beforeunload', (event) => {
    if (isDirty) event.preventDefault()
  })

  if (!canEdit)
    return (
      <Input.Wrapper label={label} labelElement="div">
        <Text size="sm" {...(value === null && { c: 'dimmed' })}>
          {value ?? text.none}
        </Text>
      </Input.Wrapper>
    )
  return (
    <div ref={container}>
      <Textarea
        label={label}
        {...(hint !== undefined && { placeholder: hint })}
        size="sm"
        autosize
        minRows={1}
        maxRows={8}
        value={draft}
        description={isSaved && !isDirty && <span role="status">{text.saved}</span>}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        error={isOvertaken ? text.theirs(value) : isDirty ? failure : undefined}
        onChange={(event) => {
          setDraft(event.currentTarget.value)
          setIsSaved(false)
        }}
        onBlur={onBlur}
        onKeyDown={(event) => {
          if (event.key === 'Escape' && isDirty) {
            event.preventDefault()
            reset()
          }
          if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) void save()
        }}
      />
      {isDirty && (
        // By keyboard, Escape and Tab do the same.
        <Group gap="xs" mt={6} justify="flex-end">
          <Button size="compact-sm" variant="default" tabIndex={-1} onClick={reset}>
            {text.cancel}
          </Button>
          <Button
            size="compact-sm"
            tabIndex={-1}
            disabled={isRequired && draft.trim() === ''}
            onClick={() => void save()}
          >
            {text.save}
          </Button>
        </Group>
      )}
    </div>
  )
}
