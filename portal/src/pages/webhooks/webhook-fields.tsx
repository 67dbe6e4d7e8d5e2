import { Checkbox, Group, Radio, Stack, Switch, Table, TextInput } from '@mantine/core'
import { webhooksText as text } from '../../strings/webhooks.ts'
import { changeTypes } from './types.ts'
import type { WebhookForm } from './webhook-form.ts'

export function WebhookFields({ form, autoFocus = false }: { form: WebhookForm; autoFocus?: boolean }) {
  return (
    <Stack>
      <TextInput
        label={text.url}
        description={text.urlHint}
        type="url"
        placeholder="https://"
        data-autofocus={autoFocus || undefined}
        {...form.getInputProps('url')}
      />
      <TextInput label={text.note} description={text.noteHint} {...form.getInputProps('description')} />
      <Radio.Group label={text.which} {...form.getInputProps('which')}>
        <Group mt="xs">
          <Radio value="all" label={text.allChanges} />
          <Radio value="some" label={text.someChanges} />
        </Group>
      </Radio.Group>
      {form.values.which === 'some' && (
        <Checkbox.Group aria-label={text.which} {...form.getInputProps('types')}>
          <TypeTable />
        </Checkbox.Group>
      )}
      <Switch label={text.enabled} {...form.getInputProps('enabled', { type: 'checkbox' })} />
    </Stack>
  )
}

function TypeTable() {
  return (
    <Table verticalSpacing={6} withTableBorder mb={4}>
      <Table.Tbody>
        {changeTypes.map(({ resource, verbs }) => (
          <Table.Tr key={resource}>
            <Table.Th scope="row" fw={400} w={128}>
              {text.resources[resource]}
            </Table.Th>
            <Table.Td>
              <Group gap="xs">
                {verbs.map((verb) => (
                  <Checkbox
                    key={verb}
                    size="xs"
                    value={`${resource}.${verb}`}
                    label={verb.replace('_', ' ')}
                    aria-label={text.typeOf(text.resources[resource], verb)}
                  />
                ))}
              </Group>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  )
}
