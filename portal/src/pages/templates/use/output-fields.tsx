import { Checkbox, ColorInput, Input, NumberInput, SegmentedControl, Select, Stack } from '@mantine/core'
import type { Template } from '../../../../../sdk/src/index.ts'
import { fillText as text } from '../../../strings/renders.ts'
import { optionsOf } from '../../../ui/options.ts'
import bench from '../workbench/workbench.module.css'
import { formats, isLossy, isVector, naturalSize, type Output } from './draft.ts'
import classes from './use.module.css'

/** Maximum side of a render in pixels, as on the server. */
const sideMax = 16_384

type Props = {
  /** Undefined for several templates, whose sizes differ. */
  template: Template | undefined
  output: Output
  onChange(part: Partial<Output>): void
}

export function OutputFields({ template, output, onChange }: Props) {
  const { format, quality, background, isStrict } = output
  return (
    <Stack gap="md">
      <Input.Wrapper label={text.format} labelElement="div">
        <SegmentedControl
          fullWidth
          size="xs"
          className={classes.formats}
          aria-label={text.format}
          data={optionsOf(text.formats, formats)}
          value={format}
          onChange={(value) => onChange({ format: formats.find((one) => one === value) ?? 'png' })}
        />
      </Input.Wrapper>
      {!isVector(format) && <Size template={template} output={output} onChange={onChange} />}
      {isLossy(format) && (
        <NumberInput
          label={text.quality}
          description={text.qualityHint}
          min={1}
          max={100}
          allowDecimal={false}
          value={quality ?? ''}
          onChange={(value) => onChange({ quality: typeof value === 'number' ? value : null })}
        />
      )}
      {format === 'pdf' ? (
        <Pdf output={output} onChange={onChange} />
      ) : (
        <ColorInput
          label={text.background}
          description={format === 'jpeg' ? text.backgroundHint.opaque : text.backgroundHint.clear}
          withEyeDropper={false}
          value={background ?? ''}
          onChange={(color) => onChange({ background: color === '' ? null : color.toUpperCase() })}
        />
      )}
      <Checkbox
        label={text.strict}
        checked={isStrict}
        onChange={({ currentTarget }) => onChange({ isStrict: currentTarget.checked })}
      />
    </Stack>
  )
}

const ownWidth = 'width'
const factors = [0.5, 1, 2, 3]
/** Dots per inch: 96 CSS pixels are an inch. */
const densities = [96, 150, 300]

const widthDefault = 1080

type Pixels = ReturnType<typeof naturalSize>

const factorOption = (factor: number) => ({ value: String(factor), label: text.factor(factor) })

function optionsFor({ unit }: Template, { width, height }: Pixels) {
  const sized = (factor: number) => [Math.round(width * factor), Math.round(height * factor)] as const
  if (unit !== 'px')
    return densities.map((dpi) => ({ value: String(dpi / 96), label: text.printed(dpi, ...sized(dpi / 96)) }))
  return factors.map((factor) => ({
    value: String(factor),
    label: factor === 1 ? text.pixels(...sized(1)) : text.scaled(factor, ...sized(factor)),
  }))
}

function Size({ template, output: { scale, width }, onChange }: Props) {
  const natural = template && naturalSize(template)
  const options = natural ? optionsFor(template, natural) : factors.map(factorOption)
  return (
    <>
      <Select
        label={text.size}
        data={[...options, { value: ownWidth, label: text.ownWidth }]}
        value={scale === null ? ownWidth : String(scale)}
        allowDeselect={false}
        onChange={(value) =>
          value === ownWidth
            ? onChange({ scale: null, width: width ?? natural?.width ?? widthDefault })
            : onChange({ scale: Number(value), width: null })
        }
      />
      {scale === null && (
        <NumberInput
          label={text.width}
          min={1}
          max={sideMax}
          allowDecimal={false}
          value={width ?? ''}
          onChange={(value) => onChange({ width: typeof value === 'number' ? value : null })}
        />
      )}
    </>
  )
}

function Pdf({ output, onChange }: Pick<Props, 'output' | 'onChange'>) {
  const { bleed, hasMarks, color, conformance } = output
  return (
    <>
      <div className={bench.pairs}>
        <Choice
          label={text.color}
          options={text.colorSpaces}
          value={color}
          onChange={(color) => onChange({ color })}
        />
        <Choice
          label={text.bleed}
          options={text.bleeds}
          value={(bleed ?? 'none') as keyof typeof text.bleeds}
          onChange={(bleed) => onChange({ bleed: bleed === 'none' ? null : bleed })}
        />
        <Choice
          label={text.standard}
          options={text.standards}
          value={conformance}
          onChange={(conformance) => onChange({ conformance })}
        />
      </div>
      <Checkbox
        label={text.marks}
        checked={hasMarks}
        onChange={({ currentTarget }) => onChange({ hasMarks: currentTarget.checked })}
      />
    </>
  )
}

type ChoiceProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value
  onChange(value: Value): void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Select
      label={label}
      data={optionsOf(options)}
      value={value}
      allowDeselect={false}
      onChange={(chosen) => chosen !== null && onChange(chosen as Value)}
    />
  )
}
