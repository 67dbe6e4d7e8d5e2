import type { ComponentType } from 'react'
import type { TemplateVariable } from '../../../../../../sdk/src/index.ts'
import { ColorField } from './color-field.tsx'
import type { FieldProps } from './field.tsx'
import { ImageField } from './image-field.tsx'
import { LogoField } from './logo-field.tsx'
import { NumberField } from './number-field.tsx'
import { SwitchField } from './switch-field.tsx'
import { CodeField, TextField } from './text-field.tsx'

const fields: Record<Exclude<TemplateVariable['type'], 'list'>, ComponentType<FieldProps>> = {
  text: TextField,
  number: NumberField,
  boolean: SwitchField,
  color: ColorField,
  image: ImageField,
  logo: LogoField,
  qr: CodeField,
  barcode: CodeField,
}

/** The field for a variable of any type except a list, which contains fields. */
export function VariableField(props: FieldProps) {
  const { type } = props.variable
  if (type === 'list') return null
  const Field = fields[type]
  return <Field {...props} />
}
