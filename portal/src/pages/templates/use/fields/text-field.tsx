import { Select, Textarea, TextInput } from '@mantine/core'
import { fillText as text } from '../../../../strings/renders.ts'
import { type FieldProps, frameOf, Reset } from './field.tsx'

const rowsMax = 8

/** An optional text initially contains the document's own content. */
export function TextField(props: FieldProps) {
  const { variable, value, onChange } = props
  const { label, required, default: preset, max_length: lengthMax, options } = variable
  const own = preset === null ? '' : String(preset)
  const shown = typeof value === 'string' ? value : required ? '' : own
  const hint = lengthMax !== undefined && text.length([...shown].length, lengthMax)

  if (options)
    return (
      <Select
        {...frameOf(props)}
        data={options}
        value={options.includes(shown) ? shown : null}
        placeholder={own}
        onChange={(option) => onChange(option ?? undefined)}
        clearable={!required && value !== undefined}
      />
    )
  return (
    <Textarea
      {...frameOf(props, hint)}
      autosize
      minRows={1}
      maxRows={rowsMax}
      dir="auto"
      placeholder={own}
      value={shown}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      rightSection={
        value !== undefined && own !== '' && <Reset label={label} onReset={() => onChange(undefined)} />
      }
    />
  )
}

export function CodeField(props: FieldProps) {
  const { variable, value, onChange } = props
  const { type, symbology = 'code128' } = variable
  const hint = type === 'qr' ? text.qrHint : text.symbologies[symbology]
  return (
    <TextInput
      {...frameOf(props, hint)}
      value={typeof value === 'string' ? value : ''}
      spellCheck={false}
      onChange={({ currentTarget }) => onChange(currentTarget.value === '' ? undefined : currentTarget.value)}
    />
  )
}
