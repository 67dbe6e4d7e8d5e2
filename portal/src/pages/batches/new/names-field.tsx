import { ActionIcon, Menu, TextInput } from '@mantine/core'
import { IconBraces } from '@tabler/icons-react'
import { newBatchText as text } from '../../../strings/batches.ts'

/** Maximum length of a pattern, as in the API. */
const lengthMax = 200

type Props = {
  columns: readonly string[]
  hasSeveralTemplates: boolean
  value: string
  error: string | undefined
  onChange(pattern: string): void
}

export function NamesField({ columns, hasSeveralTemplates, value, error, onChange }: Props) {
  const names = [
    'row',
    ...(hasSeveralTemplates ? ['template'] : []),
    ...columns.filter((name) => !/[{}]/.test(name)),
  ]
  return (
    <TextInput
      label={text.names}
      description={text.namesHint}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
      placeholder={hasSeveralTemplates ? '{row}-{template}' : '{row}'}
      maxLength={lengthMax}
      error={error}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        <Menu position="bottom-end">
          <Menu.Target>
            <ActionIcon variant="subtle" color="gray" aria-label={text.insert}>
              <IconBraces size={16} />
            </ActionIcon>
          </Menu.Target>
          <Menu.Dropdown mah={280} style={{ overflowY: 'auto' }}>
            {names.map((name) => (
              <Menu.Item key={name} onClick={() => onChange(withName(value, name))}>
                {`{${name}}`}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      }
    />
  )
}

const withName = (pattern: string, name: string) => `${pattern}${pattern === '' ? '' : '-'}{${name}}`
