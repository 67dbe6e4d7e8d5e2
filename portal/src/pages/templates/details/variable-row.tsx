import { ActionIcon, Checkbox, Code, Group, Table, Text } from '@mantine/core'
import {
  IconBarcode,
  IconHash,
  IconLetterT,
  IconList,
  IconPalette,
  IconPencil,
  IconPhoto,
  IconQrcode,
  IconRosette,
  IconToggleLeft,
} from '@tabler/icons-react'
import type { TemplateVariable } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { variableText } from '../../../strings/renders.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { VariableLabel } from './variable-label.tsx'
import classes from './variables.module.css'

const icons = {
  text: IconLetterT,
  image: IconPhoto,
  color: IconPalette,
  number: IconHash,
  boolean: IconToggleLeft,
  logo: IconRosette,
  qr: IconQrcode,
  barcode: IconBarcode,
  list: IconList,
}

type Props = {
  variable: TemplateVariable
  canEdit: boolean
  onChange(part: Partial<Pick<TemplateVariable, 'label' | 'required'>>): void
  onEdit(): void
}

export function VariableRow({ variable, canEdit, onChange, onEdit }: Props) {
  const { key, type, label, required } = variable
  const Icon = icons[type]
  return (
    <Table.Tr>
      <Table.Th scope="row" fw={400}>
        <Code>{key}</Code>
      </Table.Th>
      <Table.Td>
        {canEdit ? <VariableLabel variable={variable} onSave={(label) => onChange({ label })} /> : label}
      </Table.Td>
      <Table.Td>
        <Group gap={6} wrap="nowrap">
          <Icon size={16} stroke={1.75} aria-hidden className={classes.icon} />
          {text.variableTypes[type]}
        </Group>
      </Table.Td>
      <Table.Td>
        <Preset variable={variable} />
      </Table.Td>
      <Table.Td>
        {canEdit ? (
          <Checkbox
            aria-label={text.requiredOf(key)}
            checked={required}
            onChange={(event) => onChange({ required: event.currentTarget.checked })}
          />
        ) : required ? (
          text.required
        ) : (
          <Text span size="sm" c="dimmed">
            {text.optional}
          </Text>
        )}
      </Table.Td>
      {canEdit && (
        <Table.Td>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={variableText.edit(key)}
            title={variableText.edit(key)}
            onClick={onEdit}
          >
            <IconPencil size={16} />
          </ActionIcon>
        </Table.Td>
      )}
    </Table.Tr>
  )
}

function Preset({ variable: { type, default: preset } }: { variable: TemplateVariable }) {
  const company = useCompany()
  if (preset === null || preset === '')
    return (
      <Text span size="sm" c="dimmed">
        –
      </Text>
    )
  if (type === 'color')
    return (
      <Group gap={6} wrap="nowrap">
        <span className={classes.swatch} style={{ backgroundColor: String(preset) }} />
        <Code>{preset}</Code>
      </Group>
    )
  if (type === 'image')
    return (
      <LinkAnchor
        to="/c/$company/assets"
        params={{ company: company.id }}
        search={{ asset: String(preset) }}
        fz="sm"
      >
        {text.showAsset}
      </LinkAnchor>
    )
  if (typeof preset === 'boolean') return preset ? text.yes : text.no
  return <span className={classes.text}>{String(preset)}</span>
}
