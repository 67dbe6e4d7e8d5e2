import { Text, Tooltip } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useEffect, useState } from 'react'
import { pageLanguage } from '../language/language.ts'
import { uiText } from '../strings/ui.ts'

const units: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 86_400],
  ['month', 30 * 86_400],
  ['week', 7 * 86_400],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
]
const refreshMs = 60_000

const relative = new Intl.RelativeTimeFormat(pageLanguage(), { numeric: 'auto' })
const exact = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'long' })
const logged = new Intl.DateTimeFormat(pageLanguage(), { dateStyle: 'medium', timeStyle: 'medium' })

type Props = {
  at: string | Date
  /** Whether it is inside a focusable element that leads to the exact time. */
  isInControl?: boolean
}

/** "3 hours ago". Hover, touch or focus shows the exact time in the user's time zone. */
export function RelativeTime({ at, isInControl = false }: Props) {
  const date = new Date(at)
  const [now, setNow] = useState(Date.now)
  const { start, stop } = useInterval(() => setNow(Date.now()), refreshMs)
  useEffect(() => {
    start()
    return stop
  }, [start, stop])
  return (
    <Tooltip label={exact.format(date)} events={{ hover: true, focus: true, touch: true }}>
      <time dateTime={date.toISOString()} tabIndex={isInControl ? undefined : 0}>
        {relativeTo(now, date)}
      </time>
    </Tooltip>
  )
}

/** The time in the user's time zone, for labels that distinguish equal rows. */
export const exactTime = (at: string): string => logged.format(new Date(at))

/** The exact time for logs, in which the order matters. */
export function ExactTime({ at }: Pick<Props, 'at'>) {
  const date = new Date(at)
  return (
    <Text component="time" inherit style={{ whiteSpace: 'nowrap' }} dateTime={date.toISOString()}>
      {logged.format(date)}
    </Text>
  )
}

function relativeTo(now: number, date: Date): string {
  const seconds = (date.getTime() - now) / 1000
  const [unit, size] = units.find(([, size]) => Math.abs(seconds) >= size) ?? ['second', 1]
  if (unit !== 'second') return relative.format(Math.trunc(seconds / size), unit)
  return seconds > 0 ? uiText.inAMoment : uiText.justNow
}
