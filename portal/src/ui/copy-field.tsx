import { TextInput } from '@mantine/core'
import { CopyButton } from './copy-button.tsx'
import classes from './copy-field.module.css'

type Props = { label: string; value: string; copy: string; description?: string }

export function CopyField({ label, value, copy, description }: Props) {
  return (
    <TextInput
      label={label}
      description={description}
      value={value}
      readOnly
      classNames={{ input: classes.input }}
      onFocus={(event) => event.currentTarget.select()}
      rightSection={<CopyButton value={value} label={copy} />}
    />
  )
}
