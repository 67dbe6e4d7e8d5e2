import { Switch } from '@mantine/core'
import { type FieldProps, frameOf } from './field.tsx'

export function SwitchField(props: FieldProps) {
  const { variable, value, onChange } = props
  const { id, label, error, description } = frameOf(props)
  const preset = variable.default !== false
  return (
    <Switch
      id={id}
      label={label}
      error={error}
      description={description}
      checked={typeof value === 'boolean' ? value : preset}
      onChange={({ currentTarget }) => onChange(currentTarget.checked)}
    />
  )
}
