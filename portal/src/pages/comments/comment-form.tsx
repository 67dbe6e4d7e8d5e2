import { Button, Group, MultiSelect, Stack, Textarea } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useWholeList } from '../../lists.ts'
import { useCompany } from '../../session.ts'
import { commentsText as text } from '../../strings/comments.ts'
import type { Point } from '../../ui/focal-picker.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { useSend } from '../../ui/use-send.ts'
import { membersQuery } from '../people/people.ts'
import { PointField } from './point-field.tsx'

/** The API's limits. */
const textLengthMax = 5_000
const mentionsMax = 10

export type CommentValues = { text: string; mentions: string[]; point: Point | null }

type Props = {
  label: string
  submit: string
  initial?: Pick<CommentValues, 'text' | 'mentions'>
  pictureUrl?: string | undefined
  onSend(values: CommentValues): Promise<unknown>
  onCancel?(): void
}

/** The form is cleared when it was sent. */
export function CommentForm({ label, submit, initial, pictureUrl, onSend, onCancel }: Props) {
  const form = useForm<CommentValues>({ initialValues: { text: '', mentions: [], point: null, ...initial } })
  const { onSubmit, isSending, failure } = useSend(form, onSend, () => form.reset())
  const members = useWholeList(membersQuery(useCompany()))
  const isEmpty = form.values.text.trim() === ''
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack gap="xs">
        <FormFailure failure={failure} />
        <Textarea
          label={label}
          size="sm"
          autosize
          minRows={2}
          maxRows={10}
          maxLength={textLengthMax}
          data-autofocus={onCancel !== undefined || undefined}
          autoFocus={onCancel !== undefined}
          {...form.getInputProps('text')}
          onKeyDown={(event) => {
            if (event.key === 'Escape' && onCancel) {
              event.preventDefault()
              onCancel()
            }
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey) && !isEmpty) onSubmit()
          }}
        />
        {(!isEmpty || form.values.mentions.length > 0) && (
          <MultiSelect
            label={text.mention}
            description={text.mentionHint}
            size="sm"
            searchable
            clearable
            maxValues={mentionsMax}
            data={(members.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
            {...form.getInputProps('mentions')}
          />
        )}
        {!isEmpty && pictureUrl !== undefined && (
          <PointField
            pictureUrl={pictureUrl}
            point={form.values.point}
            onChange={(point) => form.setFieldValue('point', point)}
          />
        )}
        {(!isEmpty || onCancel) && (
          <Group gap="xs">
            <Button type="submit" size="compact-sm" loading={isSending} disabled={isEmpty}>
              {submit}
            </Button>
            {onCancel && (
              <Button size="compact-sm" variant="default" onClick={onCancel}>
                {text.cancel}
              </Button>
            )}
          </Group>
        )}
      </Stack>
    </form>
  )
}
