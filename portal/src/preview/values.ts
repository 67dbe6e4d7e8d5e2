import type { Faults, GivenValues } from '@atelier/filling'
import type { PreviewRequest } from './messages.ts'

/**
 * The values that can be drawn. A text that breaks a rule is still shown, so that people see what they type.
 */
export function drawable({ variables, values }: PreviewRequest, faults: Faults): GivenValues {
  const isFaulty = (key: string) =>
    Object.keys(faults).some((field) => field === `variables.${key}` || field.startsWith(`variables.${key}.`))
  const isShown = (key: string) =>
    variables.find((one) => one.key === key)?.type === 'text' && typeof values[key] === 'string'
  const kept = Object.entries(values).filter(([key]) => !isFaulty(key) || isShown(key))
  return Object.fromEntries(kept)
}
