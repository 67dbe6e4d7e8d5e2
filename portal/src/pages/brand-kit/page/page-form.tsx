import { Button, Checkbox, Group, NativeSelect, Stack, Textarea, TextInput } from '@mantine/core'
import { useForm } from '@mantine/form'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrandKit, BrandPage } from '../../../../../sdk/src/index.ts'
import { brandPageText as text } from '../../../strings/brand-pages.ts'
import { DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { PasswordField } from '../../../ui/password-field.tsx'
import { useSend } from '../../../ui/use-send.ts'
import { AssetPicker } from '../../assets/asset-picker.tsx'
import { usePageChanges } from './page-queries.ts'
import type { ExampleKind, Section } from './section.ts'
import { Sections } from './sections.tsx'

type Props = { kit: BrandKit; page: BrandPage | null; onClose(): void }

const slugLengthMin = 3
const passwordLengthMin = 6

export function PageForm({ kit, page, onClose }: Props) {
  const { create, update } = usePageChanges()
  const [picking, setPicking] = useState<{ section: number; kind: ExampleKind }>()
  const form = useForm({
    initialValues: {
      slug: page?.slug ?? slugOf(kit.name),
      title: page?.title ?? '',
      intro: page?.intro ?? '',
      access: (page?.has_password ? 'password' : 'public') as keyof typeof text.accessChoices,
      password: '',
      is_indexed: page?.is_indexed ?? false,
      sections: page?.sections ?? ([] as Section[]),
    },
    validate: {
      slug: (slug) => (slug.trim().length < slugLengthMin ? text.slugNone : null),
      password: (password, { access }) =>
        access === 'password' &&
        !(page?.has_password && password === '') &&
        password.length < passwordLengthMin
          ? text.passwordShort
          : null,
      sections: { title: (title) => (title.trim() === '' ? text.sectionTitleNone : null) },
    },
  })
  const { onSubmit, isSending, failure } = useSend(
    form,
    ({ slug, title, intro, access, password, is_indexed, sections }) => {
      const body = {
        slug: slug.trim(),
        title: title.trim() || null,
        intro: intro.trim() || null,
        is_indexed,
        is_published: true,
        sections,
        ...(access === 'public' ? { password: null } : password !== '' && { password }),
      }
      return page ? update(page.id, body) : create({ brand_kit_id: kit.id, ...body })
    },
    () => {
      notifyDone(page?.is_published ? text.saved : text.published)
      if (page?.is_published) onClose()
    },
  )
  const unpublish = useMutation({
    mutationFn: (id: string) => update(id, { is_published: false }),
    meta: { showsError: true },
    onSuccess() {
      notifyDone(text.unpublished)
      onClose()
    },
  })
  const { access } = form.getValues()
  return (
    <>
      <form onSubmit={onSubmit} noValidate>
        <Stack>
          <FormFailure failure={failure ?? unpublish.error} />
          <TextInput
            label={text.slug}
            description={text.slugHint}
            leftSection="/b/"
            leftSectionWidth={40}
            maxLength={60}
            data-autofocus
            {...form.getInputProps('slug')}
          />
          <TextInput
            label={text.heading}
            description={text.headingHint}
            maxLength={200}
            {...form.getInputProps('title')}
          />
          <Textarea label={text.intro} autosize minRows={2} maxRows={6} {...form.getInputProps('intro')} />
          <NativeSelect
            label={text.access}
            data={Object.entries(text.accessChoices).map(([value, label]) => ({ value, label }))}
            {...form.getInputProps('access')}
          />
          {access === 'password' && (
            <PasswordField
              label={text.password}
              description={page?.has_password ? text.passwordKept : text.passwordNew}
              autoComplete="new-password"
              {...form.getInputProps('password')}
            />
          )}
          {access === 'public' && (
            <Checkbox label={text.indexed} {...form.getInputProps('is_indexed', { type: 'checkbox' })} />
          )}
          <Sections form={form} onPick={(section, kind) => setPicking({ section, kind })} />
          <Group justify="space-between" align="flex-end">
            <DialogFooter
              onCancel={onClose}
              submit={page?.is_published ? text.save : text.publish}
              isSending={isSending}
            />
            {page?.is_published && (
              <Button
                variant="subtle"
                color="red"
                loading={unpublish.isPending}
                onClick={() => unpublish.mutate(page.id)}
              >
                {text.unpublish}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      {/* Rendered outside the form, because React also submits the forms around the picker. */}
      <AssetPicker
        opened={picking !== undefined}
        onClose={() => setPicking(undefined)}
        title={text.pickTitle}
        type="image"
        submit={text.pick}
        onPick={async ({ id }) => {
          if (!picking) return
          const example = { asset_id: id, kind: picking.kind, caption: null }
          form.insertListItem(`sections.${picking.section}.examples`, example)
        }}
      />
    </>
  )
}

/** Proposes a slug of lowercase letters, digits and hyphens. */
const slugOf = (name: string) =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60)
