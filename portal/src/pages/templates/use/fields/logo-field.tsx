import { Group, Input, Select } from '@mantine/core'
import { fillText as text } from '../../../../strings/renders.ts'
import { uiText } from '../../../../strings/ui.ts'
import { noneOf, optionsOf } from '../../../../ui/options.ts'
import { type FieldProps, frameOf } from './field.tsx'

type Logo = { variant?: string; theme?: string }

/** A logo of the brand kit. By default, the logo that fits the background. */
export function LogoField(props: FieldProps) {
  const { id, value, onChange } = props
  const logo = (typeof value === 'object' && value !== null ? value : {}) as Logo
  const { id: _, ...frame } = frameOf(props)

  function change(part: Logo) {
    const wanted = Object.entries({ ...logo, ...part }).filter(([, one]) => one !== '')
    onChange(wanted.length === 0 ? undefined : Object.fromEntries(wanted))
  }

  return (
    <Input.Wrapper {...frame} labelElement="div">
      <Group gap="xs" grow>
        <Select
          id={id}
          aria-label={`${props.variable.label}${uiText.colon}${text.variant}`}
          data={[noneOf(text.automatic), ...optionsOf(text.variants)]}
          value={logo.variant ?? ''}
          allowDeselect={false}
          onChange={(variant) => change({ variant: variant ?? '' })}
        />
        <Select
          aria-label={`${props.variable.label}${uiText.colon}${text.theme}`}
          data={[noneOf(text.automatic), ...optionsOf(text.themes)]}
          value={logo.theme ?? ''}
          allowDeselect={false}
          onChange={(theme) => change({ theme: theme ?? '' })}
        />
      </Group>
    </Input.Wrapper>
  )
}
