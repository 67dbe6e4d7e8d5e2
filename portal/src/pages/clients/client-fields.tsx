import { Checkbox, NativeSelect, Stack, Table, Textarea, TextInput, VisuallyHidden } from '@mantine/core'
import { clientsText as text } from '../../strings/clients.ts'
import { formatDuration } from '../../ui/amounts.ts'
import { FolderLimitField } from '../folder-limits/folders-field.tsx'
import type { ClientForm } from './client-form.ts'
import { scopeAreas } from './scopes.ts'

const hour = 3_600
const day = 24 * hour
const lifetimes = [hour / 4, hour, 8 * hour, day, 7 * day, 30 * day, 90 * day, 365 * day]

export function ClientFields({ form, autoFocus = false }: { form: ClientForm; autoFocus?: boolean }) {
  const chosen = Number(form.values.token_lifetime_seconds)
  const offered = [...new Set([...lifetimes, ...(chosen ? [chosen] : [])])].sort((a, b) => a - b)
  return (
    <Stack>
      <TextInput
        label={text.name}
        description={text.nameHint}
        data-autofocus={autoFocus || undefined}
        {...form.getInputProps('name')}
      />
      <Checkbox.Group label={text.scopes} description={text.scopesHint} {...form.getInputProps('scopes')}>
        <ScopeTable />
      </Checkbox.Group>
      <NativeSelect
        label={text.lifetime}
        description={text.lifetimeHint}
        data={[
          { value: '', label: text.lifetimeDefault },
          ...offered.map((seconds) => ({ value: String(seconds), label: formatDuration(seconds) })),
        ]}
        {...form.getInputProps('token_lifetime_seconds')}
      />
      <Textarea
        label={text.addresses}
        description={text.addressesHint}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps('allowed_addresses')}
      />
      <Textarea
        label={text.origins}
        description={text.originsHint}
        autosize
        minRows={2}
        maxRows={8}
        spellCheck={false}
        {...form.getInputProps('allowed_origins')}
      />
      <FolderLimitField
        label={text.readLimit}
        description={text.readLimitHint}
        allLabel={text.allFolders}
        foldersLabel={text.readFolders}
        {...form.getInputProps('read_limit')}
      />
      <FolderLimitField
        label={text.writeLimit}
        description={text.writeLimitHint}
        allLabel={text.allReadFolders}
        foldersLabel={text.writeFolders}
        {...form.getInputProps('write_limit')}
      />
    </Stack>
  )
}

function ScopeTable() {
  return (
    <Table verticalSpacing={6} mt="xs" withTableBorder>
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">
            <VisuallyHidden>{text.area}</VisuallyHidden>
          </Table.Th>
          <Table.Th scope="col" w={88}>
            {text.read}
          </Table.Th>
          <Table.Th scope="col" w={88}>
            {text.write}
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {scopeAreas.map(({ area, verbs }) => (
          <Table.Tr key={area}>
            <Table.Th scope="row" fw={400}>
              {text.areas[area]}
            </Table.Th>
            {(['read', 'write'] as const).map((verb) => (
              <Table.Td key={verb}>
                {verbs.includes(verb) && (
                  <Checkbox
                    value={`${area}:${verb}`}
                    aria-label={text.scopeOf(text[verb], text.areas[area])}
                  />
                )}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
