/** The start of a day in the user's time zone, as an instant. Undefined if the day is not a date. */
export function dayStart(day: string, daysLater: number): string | undefined {
  const date = new Date(`${day}T00:00`)
  if (Number.isNaN(date.getTime())) return undefined
  date.setDate(date.getDate() + daysLater)
  return date.toISOString()
}
