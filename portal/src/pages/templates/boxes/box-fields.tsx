import type { Box } from '@atelier/typesetting'
import { Button, Input, NumberInput, SegmentedControl, Select, Stack, Switch } from '@mantine/core'
import type { TemplateVariable } from '../../../../../sdk/src/index.ts'
import { boxText as text } from '../../../strings/renders.ts'
import { optionsOf } from '../../../ui/options.ts'
import bench from '../workbench/workbench.module.css'
import classes from './boxes.module.css'
import type { BoxChange } from './use-box-draft.ts'

type Props = {
  variable: TemplateVariable
  /** The current box of the text: its own box, or the box that follows from the document. */
  box: Box | undefined
  onChange(change: BoxChange): void
}

const sides = ['x', 'y', 'width', 'height'] as const
const textFits = ['shrink', 'wrap', 'shrink_and_wrap', 'ellipsis', 'none'] as const

export function BoxFields({ variable, box, onChange }: Props) {
  const {
    fit,
    min_size,
    max_lines,
    align,
    vertical_align,
    markup = false,
    hyphenate = false,
    type,
  } = variable
  const mode = textFits.find((one) => one === fit) ?? 'shrink'
  return (
    <Stack gap="md">
      <Select
        label={text.fit}
        description={text.fitHints[mode]}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        data={optionsOf(text.fits, textFits)}
        value={mode}
        allowDeselect={false}
        onChange={(value) => onChange({ fit: textFits.find((one) => one === value) ?? null })}
      />
      <div className={bench.pairs}>
        <NumberInput
          label={text.minSize}
          placeholder={text.automatic}
          min={0.1}
          value={min_size ?? ''}
          onChange={(value) => onChange({ min_size: typeof value === 'number' && value > 0 ? value : null })}
        />
        <NumberInput
          label={text.maxLines}
          placeholder={text.automatic}
          min={1}
          allowDecimal={false}
          value={max_lines ?? ''}
          onChange={(value) => onChange({ max_lines: typeof value === 'number' && value > 0 ? value : null })}
        />
      </div>
      <Choice
        label={text.align}
        options={text.aligns}
        value={align}
        onChange={(align) => onChange({ align })}
      />
      <Choice
        label={text.verticalAlign}
        options={text.verticalAligns}
        value={vertical_align}
        onChange={(vertical_align) => onChange({ vertical_align })}
      />
      {type === 'text' && (mode === 'wrap' || mode === 'shrink_and_wrap' || mode === 'ellipsis') && (
        <Switch
          label={text.hyphenate}
          description={text.hyphenateHint}
          checked={hyphenate}
          onChange={({ currentTarget }) => onChange({ hyphenate: currentTarget.checked || null })}
        />
      )}
      {type === 'text' && (
        <Switch
          label={text.markup}
          description={text.markupHint}
          checked={markup}
          onChange={({ currentTarget }) => onChange({ markup: currentTarget.checked || null })}
        />
      )}
      <Input.Wrapper
        label={text.box}
        labelElement="div"
        description={variable.box ? text.ownBox : text.boxOfDocument}
        inputWrapperOrder={['label', 'input', 'error', 'description']}
      >
        <div className={classes.sides}>
          {sides.map((side) => (
            <NumberInput
              key={side}
              aria-label={text.sides[side]}
              leftSection={<span className={classes.side}>{text.sideSigns[side]}</span>}
              hideControls
              decimalScale={4}
              value={box ? Number(box[side].toFixed(2)) : ''}
              disabled={!box}
              onChange={(value) => {
                const isUsable = typeof value === 'number' && (value > 0 || side === 'x' || side === 'y')
                if (box && isUsable && Number(box[side].toFixed(2)) !== value)
                  onChange({ box: { ...box, [side]: value } })
              }}
            />
          ))}
        </div>
      </Input.Wrapper>
      {variable.box && (
        <Button size="compact-sm" variant="default" w="fit-content" onClick={() => onChange({ box: null })}>
          {text.removeBox}
        </Button>
      )}
    </Stack>
  )
}

const automatic = 'automatic'

type ChoiceProps<Value extends string> = {
  label: string
  options: Readonly<Record<Value, string>>
  value: Value | undefined
  onChange(value: Value | null): void
}

function Choice<Value extends string>({ label, options, value, onChange }: ChoiceProps<Value>) {
  return (
    <Input.Wrapper label={label} labelElement="div">
      <SegmentedControl
        fullWidth
        size="xs"
        aria-label={label}
        data={[{ value: automatic, label: text.automatic }, ...optionsOf(options)]}
        value={value ?? automatic}
        onChange={(chosen) => onChange(chosen === automatic ? null : (chosen as Value))}
      />
    </Input.Wrapper>
  )
}
