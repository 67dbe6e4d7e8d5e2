import type { Faults } from '@atelier/filling'
import type { Finding } from '@atelier/typesetting'
import { Stack, Text } from '@mantine/core'
import type { TemplateVariable } from '../../../../../../sdk/src/index.ts'
import { fillText as text } from '../../../../strings/renders.ts'
import { ListField } from './list-field.tsx'
import { VariableField } from './variable-field.tsx'

type Props = {
  variables: readonly TemplateVariable[]
  values: Record<string, unknown>
  onChange(key: string, value: unknown): void
  faults: Faults
  findings: readonly Finding<string>[]
  /** Distinguishes fields if a page has several such forms. */
  idOf?(key: string): string
}

export const fieldId = (key: string) => `variable-${key}`

/** One field for each variable, in the order of the document. */
export function VariableFields({ variables, values, onChange, faults, findings, idOf = fieldId }: Props) {
  const faultsOf = (field: string) => faults[field] ?? []
  if (variables.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {text.noVariables}
      </Text>
    )
  return (
    <Stack gap="md">
      {variables
        .filter(({ list }) => list === undefined)
        .map((variable) => {
          const { key, type } = variable
          const field = {
            id: idOf(key),
            variable,
            value: values[key],
            onChange: (value: unknown) => onChange(key, value),
            faults: faultsOf(`variables.${key}`),
            findings: findings.filter((finding) => finding.variable === key),
          }
          if (type !== 'list') return <VariableField key={key} {...field} />
          const columns = variables.filter(({ list }) => list === key)
          return <ListField key={key} {...field} columns={columns} faultsOf={faultsOf} />
        })}
    </Stack>
  )
}
