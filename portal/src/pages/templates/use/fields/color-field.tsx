import { ColorInput, Input, Tooltip } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import { fillText as text } from '../../../../strings/renders.ts'
import { inkOn } from '../../../brand-kit/colors/ink.ts'
import { type FieldProps, frameOf, Notes, Reset, useSurroundings } from './field.tsx'
import classes from './fields.module.css'
import { type NamedColor, namedColors } from './palette.ts'

/** The user can choose any other color, unless the template restricts the colors. */
export function ColorField(props: FieldProps) {
  const { variable, id, value, onChange, findings } = props
  const { label, default: preset, palette: allowed, required } = variable
  const { palette } = useSurroundings()
  const colors = namedColors(palette, allowed)
  const chosen = typeof value === 'string' ? value : undefined
  const hex = colors.find((color) => color.value === chosen)?.hex ?? chosen
  const { error } = frameOf(props)
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      {...(required && { required })}
      error={error}
      description={findings.length > 0 && <Notes findings={findings} />}
      inputWrapperOrder={['label', 'input', 'error', 'description']}
    >
      {colors.length > 0 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset in a field looks like a separate form.
        <div role="group" aria-label={text.kitColors(label)} className={classes.swatches}>
          {colors.map((color, at) => (
            <Swatch
              key={color.value}
              {...(at === 0 && allowed && { id })}
              color={color}
              isChosen={chosen === color.value}
              onChoose={() => onChange(chosen === color.value && !required ? undefined : color.value)}
            />
          ))}
        </div>
      )}
      {!allowed && (
        <ColorInput
          id={id}
          aria-label={text.hexOf(label)}
          format="hex"
          withEyeDropper={false}
          placeholder={preset === null ? '#1F3D33' : String(preset)}
          value={hex ?? ''}
          onChange={(written) => onChange(written === '' ? undefined : shortened(written))}
          rightSection={value !== undefined && <Reset label={label} onReset={() => onChange(undefined)} />}
        />
      )}
    </Input.Wrapper>
  )
}

const shortened = (hex: string) => hex.toUpperCase()

type SwatchProps = { id?: string; color: NamedColor; isChosen: boolean; onChoose(): void }

function Swatch({ id, color: { name, hex }, isChosen, onChoose }: SwatchProps) {
  return (
    <Tooltip label={name}>
      <button
        type="button"
        id={id}
        className={classes.swatch}
        style={{ '--swatch': hex } as React.CSSProperties}
        aria-label={name}
        aria-pressed={isChosen}
        onClick={onChoose}
      >
        {isChosen && <IconCheck size={14} stroke={3} color={inkOn(hex)} aria-hidden />}
      </button>
    </Tooltip>
  )
}
