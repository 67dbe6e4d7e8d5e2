import { pageLanguage } from '../language/language.ts'

const units: [string, number][] = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
  ['second', 1],
]

/** "2 days", "90 minutes": the largest unit without a remainder. */
export function formatDuration(seconds: number): string {
  const [unit, size] = units.find(([, size]) => seconds % size === 0)!
  return new Intl.NumberFormat(pageLanguage(), { style: 'unit', unit, unitDisplay: 'long' }).format(
    seconds / size,
  )
}

const whole = new Intl.NumberFormat(pageLanguage())
export const formatCount = (count: number) => whole.format(count)
