import { z } from 'zod'
import { dateOrTime } from './documented-as.ts'

const fault = 'must be an ISO 8601 date or time.'
/** The `+` of an offset is a space in a decoded query (WHATWG URL, application/x-www-form-urlencoded). */
const unescapedPlus = /T[\d:.]+ \d{2}:?\d{2}$/

/** A time in a JSON body or a form. A date means its start in UTC. */
export const moment = timeOr(() => fault)

export const instant = timeOr((text) =>
  unescapedPlus.test(text) ? `${fault} Write the plus sign of the offset as %2B in a URL.` : fault,
)

function timeOr(faultOf: (text: string) => string) {
  return z
    .string(fault)
    .transform((text, context) => {
      const time = parsed(text)
      if (!time) context.addIssue(faultOf(text))
      return time as Date
    })
    .meta(dateOrTime)
}

const isoDate = z.iso.date()
const isoTime = z.iso.datetime({ offset: true })
const notation = /^(.*T[\d:.]+)(Z|[+-]\d{2}:?\d{2}|)$/

/**
 * Parses both notations of an offset in ISO 8601, `+02:00` and `+0200`. A time without an offset is in UTC: `Date` would use
 * the time zone of the machine.
 */
function parsed(text: string): Date | undefined {
  if (isoDate.safeParse(text).success) return new Date(text)
  const [, local, offset] = notation.exec(text) ?? []
  if (local === undefined) return undefined
  const seconds = /T\d{2}:\d{2}$/.test(local) ? ':00' : ''
  const whole = local + seconds + (offset ? offset.replace(/(\d{2}):?(\d{2})$/, '$1:$2') : 'Z')
  return isoTime.safeParse(whole).success ? new Date(whole) : undefined
}
