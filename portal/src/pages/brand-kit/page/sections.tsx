import { ActionIcon, Button, Fieldset, Group, Stack, Text, Textarea, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react'
import { brandPageText as text } from '../../../strings/brand-pages.ts'
import { Examples } from './examples.tsx'
import type { ExampleKind, Section, SectionsForm } from './section.ts'

/** Maximum number of sections, and of examples in each. Same as in the API. */
const sectionsMax = 20
const examplesMax = 12

type Props = { form: SectionsForm; onPick(section: number, kind: ExampleKind): void }

export function Sections({ form, onPick }: Props) {
  const sections: Section[] = form.getValues().sections
  const add = () => form.insertListItem('sections', { title: '', text: '', examples: [] })
  return (
    <Stack gap="sm">
      <div>
        <Text size="sm" fw={600}>
          {text.sections}
        </Text>
        <Text size="xs" c="dimmed">
          {text.sectionsHint}
        </Text>
      </div>
      {sections.map((section, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: sections have no IDs, and the form names fields by index.
        <Fieldset key={place} legend={text.section(place + 1)}>
          <Stack gap="sm">
            <TextInput
              label={text.sectionTitle}
              maxLength={200}
              {...form.getInputProps(`sections.${place}.title`)}
            />
            <Textarea
              label={text.sectionText}
              description={text.sectionTextHint}
              autosize
              minRows={3}
              maxRows={12}
              maxLength={5_000}
              {...form.getInputProps(`sections.${place}.text`)}
            />
            <Examples form={form} section={place} examples={section.examples} />
            <Group gap="xs">
              {(['do', 'dont'] as const).map((kind) => (
                <Button
                  key={kind}
                  variant="default"
                  size="xs"
                  leftSection={<IconPlus size={14} aria-hidden />}
                  disabled={section.examples.length >= examplesMax}
                  onClick={() => onPick(place, kind)}
                >
                  {kind === 'do' ? text.addDo : text.addDont}
                </Button>
              ))}
              <Order form={form} place={place} count={sections.length} />
            </Group>
          </Stack>
        </Fieldset>
      ))}
      <Group>
        <Button
          variant="default"
          size="xs"
          leftSection={<IconPlus size={14} aria-hidden />}
          disabled={sections.length >= sectionsMax}
          onClick={add}
        >
          {text.addSection}
        </Button>
      </Group>
    </Stack>
  )
}

function Order({ form, place, count }: { form: SectionsForm; place: number; count: number }) {
  const name = text.section(place + 1)
  const move = (to: number) => form.reorderListItem('sections', { from: place, to })
  const actions = [
    {
      label: text.moveUp(name),
      icon: <IconArrowUp size={16} />,
      isDisabled: place === 0,
      act: () => move(place - 1),
    },
    {
      label: text.moveDown(name),
      icon: <IconArrowDown size={16} />,
      isDisabled: place === count - 1,
      act: () => move(place + 1),
    },
    {
      label: text.removeSection(name),
      icon: <IconTrash size={16} />,
      isDisabled: false,
      act: () => form.removeListItem('sections', place),
    },
  ]
  return (
    <Group gap={4} ml="auto">
      {actions.map(({ label, icon, isDisabled, act }) => (
        <ActionIcon
          key={label}
          variant="subtle"
          color="gray"
          aria-label={label}
          title={label}
          disabled={isDisabled}
          onClick={act}
        >
          {icon}
        </ActionIcon>
      ))}
    </Group>
  )
}
