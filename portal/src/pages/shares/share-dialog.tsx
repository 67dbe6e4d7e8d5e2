import { Button, Checkbox, Group, NativeSelect, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useState } from 'react'
import type { Share } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog, DialogFooter } from '../../ui/dialog.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'
import { optionsOf } from '../../ui/options.ts'
import { PasswordField } from '../../ui/password-field.tsx'
import { useSend } from '../../ui/use-send.ts'
import { usePresets } from '../presets/presets.ts'
import { type ShareTarget, useShareChanges } from './shares.ts'
import { expiryOf, UntilField, untilDefault, untilRules } from './until-field.tsx'
import { type Access, UploadFields, uploadDefaults, uploadRules, uploadsOf } from './upload-fields.tsx'

type Props = {
  opened: boolean
  onClose(): void
  name: string
  target: ShareTarget
}

export function ShareDialog({ opened, onClose, name, target }: Props) {
  return (
    <Dialog opened={opened} onClose={onClose} title={text.shareTitle(name)}>
      <Steps name={name} target={target} onClose={onClose} />
    </Dialog>
  )
}

function Steps({ name, target, onClose }: Omit<Props, 'opened'>) {
  const [made, setMade] = useState<Share>()
  if (!made) return <ShareForm name={name} target={target} onClose={onClose} onMade={setMade} />
  return (
    <Stack>
      <Text size="sm">
        {made.has_password
          ? text.readyWithPassword
          : made.type === 'uploads'
            ? text.readyForUploads
            : text.ready}
      </Text>
      <CopyField label={text.url} value={made.url ?? ''} copy={text.copyUrl} />
      <Group justify="flex-end">
        <Button onClick={onClose} data-autofocus>
          {text.done}
        </Button>
      </Group>
    </Stack>
  )
}

const passwordLengthMin = 6
/** Maximum number of presets per share. */
const presetsMax = 10
const sizes = { all: ['original', 'large', 'small'], small: ['large', 'small'], none: [] } as const

type FormProps = Omit<Props, 'opened'> & { onMade(share: Share): void }

function ShareForm({ name, target, onClose, onMade }: FormProps) {
  const company = useCompany()
  const { create } = useShareChanges(company)
  const folderId = 'folder_id' in target && company.can('assets:write') ? target.folder_id : undefined
  const presets = usePresets()
  const form = useForm({
    initialValues: {
      name,
      message: '',
      ...untilDefault,
      password: '',
      download_sizes: 'all' as keyof typeof sizes,
      preset_ids: [] as string[],
      ask_visitor: false,
      access: 'see' as Access,
      ...uploadDefaults,
    },
    validate: {
      name: (value) => (value.trim() === '' ? text.nameNone : null),
      password: (value) => (value !== '' && value.length < passwordLengthMin ? text.passwordShort : null),
      ...untilRules,
      ...uploadRules,
    },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({
      name,
      message,
      until,
      until_day,
      password,
      download_sizes,
      preset_ids,
      ask_visitor,
      access,
      ...limits
    }) =>
      create({
        ...(access === 'upload' ? {} : target),
        ...(folderId !== undefined && access !== 'see' && { uploads: uploadsOf(folderId, limits) }),
        name,
        message: message.trim() || null,
        expires_at: expiryOf({ until, until_day }),
        password: password || null,
        download_sizes: [...sizes[download_sizes]],
        preset_ids,
        ask_visitor,
      }),
    onMade,
  )
  const showsFiles = form.values.access !== 'upload'
  return (
    <form onSubmit={onSubmit} noValidate>
      <Stack>
        <FormFailure failure={failure} />
        <TextInput
          label={text.name}
          description={text.nameHint}
          maxLength={200}
          data-autofocus
          {...form.getInputProps('name')}
        />
        <Textarea label={text.message} autosize minRows={2} maxRows={6} {...form.getInputProps('message')} />
        <UntilField form={form} />
        {folderId !== undefined && <UploadFields form={form} />}
        {showsFiles && (
          <NativeSelect
            label={text.downloads}
            data={optionsOf(text.downloadChoices)}
            {...form.getInputProps('download_sizes')}
          />
        )}
        {showsFiles &&
          presets.data !== undefined &&
          presets.data.length > 0 &&
          !('template_id' in target) && (
            <Checkbox.Group
              label={text.presets}
              description={text.presetsHint(presetsMax)}
              {...form.getInputProps('preset_ids')}
            >
              <Stack gap="xs" mt="xs">
                {presets.data.map(({ id, label }) => (
                  <Checkbox key={id} value={id} label={label} />
                ))}
              </Stack>
            </Checkbox.Group>
          )}
        <PasswordField
          label={text.password}
          description={text.passwordHint}
          autoComplete="new-password"
          {...form.getInputProps('password')}
        />
        <Checkbox label={text.askVisitor} {...form.getInputProps('ask_visitor', { type: 'checkbox' })} />
        <DialogFooter onCancel={onClose} submit={text.create} isSending={isSending} />
      </Stack>
    </form>
  )
}
