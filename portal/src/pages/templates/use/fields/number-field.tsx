import { NumberInput } from '@mantine/core'
import type { TemplateVariable } from '../../../../../../sdk/src/index.ts'
import { fillText as text } from '../../../../strings/renders.ts'
import { type FieldProps, frameOf, Reset } from './field.tsx'

export function NumberField(props: FieldProps) {
  const { variable, value, onChange } = props
  const { label, default: preset } = variable
  return (
    <NumberInput
      {...frameOf(props, hintOf(variable))}
      placeholder={preset === null ? '' : String(preset)}
      value={typeof value === 'number' ? value : ''}
      onChange={(number) => onChange(typeof number === 'number' ? number : undefined)}
      hideControls
      rightSection={value !== undefined && <Reset label={label} onReset={() => onChange(undefined)} />}
    />
  )
}

function hintOf({ format }: TemplateVariable): string | undefined {
  if (format?.style === 'currency' && format.currency) return text.currency(format.currency)
  if (format?.style === 'unit' && format.unit) return text.unit(format.unit)
  return format?.style === 'percent' ? text.percent : undefined
}
