import { Checkbox, Group, ScrollArea, Text } from '@mantine/core'
import { formatCount } from '../../ui/amounts.ts'
import classes from './filter-bar.module.css'

/** `count` is undefined if it is unknown. */
export type Choice = { value: string; label: string; count?: number | undefined; color?: string | undefined }

type Props = {
  label: string
  choices: readonly Choice[]
  chosen: string[]
  onChange(values: string[]): void
}

/** Values to select, with the number of results that have them. */
export function Choices({ label, choices, chosen, onChange }: Props) {
  return (
    <Checkbox.Group value={chosen} onChange={onChange} aria-label={label}>
      <ScrollArea.Autosize mah={264} type="auto" offsetScrollbars="y" viewportProps={{ tabIndex: 0 }}>
        {choices.map((choice) => (
          <ChoiceRow key={choice.value} {...choice} />
        ))}
      </ScrollArea.Autosize>
    </Checkbox.Group>
  )
}

function ChoiceRow({ value, label, count, color }: Choice) {
  return (
    <Checkbox
      value={value}
      p={6}
      size="sm"
      styles={{ body: { alignItems: 'center' }, labelWrapper: { flex: 1, minWidth: 0 } }}
      label={
        <Group component="span" justify="space-between" wrap="nowrap" gap="xs">
          {color !== undefined && <span className={classes.swatch} style={{ backgroundColor: color }} />}
          <Text span size="sm" truncate flex={1}>
            {label}
          </Text>
          {count !== undefined && (
            <Text span size="xs" c="dimmed">
              {formatCount(count)}
            </Text>
          )}
        </Group>
      }
    />
  )
}
