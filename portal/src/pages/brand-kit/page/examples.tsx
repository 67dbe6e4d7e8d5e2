import { ActionIcon, Group, NativeSelect, Stack, TextInput } from '@mantine/core'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../session.ts'
import { brandPageText as text } from '../../../strings/brand-pages.ts'
import { Thumbnail } from '../../assets/thumbnail.tsx'
import classes from './examples.module.css'
import { examplesQuery } from './page-queries.ts'
import type { Section, SectionsForm } from './section.ts'

type Props = { form: SectionsForm; section: number; examples: Section['examples'] }

const pictureWidth = 72

export function Examples({ form, section, examples }: Props) {
  const { data: assets } = useQuery(
    examplesQuery(
      useCompany(),
      examples.map(({ asset_id }) => asset_id),
    ),
  )
  return (
    <Stack gap="xs">
      {examples.map(({ asset_id }, place) => {
        const asset = assets?.find(({ id }) => id === asset_id)
        const field = `sections.${section}.examples.${place}`
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the same asset can be in several examples.
          <Group key={place} gap="xs">
            <div className={classes.picture}>{asset && <Thumbnail asset={asset} width={pictureWidth} />}</div>
            <NativeSelect
              aria-label={text.kind}
              w={110}
              data={Object.entries(text.kinds).map(([value, label]) => ({ value, label }))}
              {...form.getInputProps(`${field}.kind`)}
            />
            <TextInput
              aria-label={text.caption}
              placeholder={text.caption}
              maxLength={300}
              flex="1 1 180px"
              {...form.getInputProps(`${field}.caption`)}
              value={form.getValues().sections[section].examples[place].caption ?? ''}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={text.removeExample}
              title={text.removeExample}
              onClick={() => form.removeListItem(`sections.${section}.examples`, place)}
            >
              <IconTrash size={16} />
            </ActionIcon>
          </Group>
        )
      })}
    </Stack>
  )
}
