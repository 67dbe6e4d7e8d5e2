import { NativeSelect, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { sharesText as text } from '../../strings/shares.ts'

export type Until = {
  until: keyof typeof text.untilChoices
  /** The last day, as `YYYY-MM-DD` in the user's time zone. Used only if `until` is `day`. */
  until_day: string
}

const dayMs = 86_400_000

/** A new share is open for 30 days, if nothing else is chosen. */
export const untilDefault: Until = { until: '30', until_day: '' }

/** The choice that an existing share has. */
export function untilOf(expiresAt: string | null): Until {
  if (expiresAt === null) return { until: 'never', until_day: '' }
  // A share that ends at midnight was open on the day before.
  return { until: 'day', until_day: dayOf(new Date(Date.parse(expiresAt) - 1)) }
}

/** Null for no end. */
export function expiryOf({ until, until_day }: Until): string | null {
  if (until === 'never') return null
  if (until === 'day') return endOf(until_day).toISOString()
  return new Date(Date.now() + Number(until) * dayMs).toISOString()
}

export const untilRules = {
  until_day: (day: string, { until }: Until) =>
    until === 'day' && !(endOf(day).getTime() > Date.now()) ? text.untilDayNone : null,
}

/** Until when visitors can open a share: a number of days, a day, or no end. */
export function UntilField<V extends Until>({ form }: { form: UseFormReturnType<V> }) {
  return (
    <>
      <NativeSelect label={text.until} data={choices} {...form.getInputProps('until')} />
      {form.values.until === 'day' && (
        <TextInput
          type="date"
          label={text.untilDay}
          description={text.untilDayHint}
          min={dayOf(new Date())}
          {...form.getInputProps('until_day')}
        />
      )}
    </>
  )
}

/** The days in ascending order, as JavaScript orders such keys, then the words. */
const choices = Object.entries(text.untilChoices).map(([value, label]) => ({ value, label }))

/** The start of the next day in the user's time zone. An invalid date for an empty field. */
function endOf(day: string): Date {
  const [year, month, date] = day.split('-').map(Number)
  return new Date(year!, month! - 1, date! + 1)
}

const two = (part: number) => String(part).padStart(2, '0')

const dayOf = (at: Date) => `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`
