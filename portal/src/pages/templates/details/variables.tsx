import { Table, Text } from '@mantine/core'
import { useState } from 'react'
import type { Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { wordsOf } from '../../../errors.ts'
import { useCompany } from '../../../session.ts'
import { boxText, variableText } from '../../../strings/renders.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { LinkButton } from '../../../ui/links.tsx'
import { Part } from '../../../ui/part.tsx'
import { useChangeVariable } from './use-change-template.ts'
import { VariableDialog } from './variable-dialog.tsx'
import { VariableRow } from './variable-row.tsx'

export function Variables({ template, canEdit }: { template: Template; canEdit: boolean }) {
  const { id, variables } = template
  const company = useCompany()
  const change = useChangeVariable(id)
  const [edited, setEdited] = useState<TemplateVariable>()
  const hasTexts = variables.some(({ type }) => type === 'text' || type === 'number')
  return (
    <Part
      title={text.variables}
      action={
        canEdit &&
        hasTexts && (
          <LinkButton
            to="/c/$company/templates/$template/boxes"
            params={{ company: company.id, template: id }}
            size="compact-sm"
            variant="default"
          >
            {boxText.edit}
          </LinkButton>
        )
      }
    >
      {variables.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noVariables} {canEdit && text.howVariables}
        </Text>
      ) : (
        <Table.ScrollContainer minWidth={560} type="native">
          <Table verticalSpacing={6} aria-label={text.variables}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th scope="col">{text.key}</Table.Th>
                <Table.Th scope="col">{text.label}</Table.Th>
                <Table.Th scope="col">{text.variableType}</Table.Th>
                <Table.Th scope="col">{text.preset}</Table.Th>
                <Table.Th scope="col">{text.required}</Table.Th>
                {canEdit && <Table.Th scope="col">{variableText.rules}</Table.Th>}
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {variables.map((variable) => (
                <VariableRow
                  key={variable.key}
                  variable={variable}
                  canEdit={canEdit}
                  onChange={(part) => change.mutate({ key: variable.key, ...part })}
                  onEdit={() => setEdited(variable)}
                />
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {change.error && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert" mt="xs">
          {wordsOf(change.error)}
        </Text>
      )}
      <VariableDialog template={template} variable={edited} onClose={() => setEdited(undefined)} />
    </Part>
  )
}
