import { doorsText } from '../../strings/doors.ts'
import { uiText } from '../../strings/ui.ts'

/** The server refuses shorter ones too. */
export const passwordLengthMin = 10

/** Each takes what was written and answers what is wrong with it, or null. */
export const isGiven = (value: string) => (value.trim() === '' ? uiText.required : null)

export const isEmail = (value: string) => (/^\S+@\S+$/.test(value.trim()) ? null : doorsText.emailInvalid)

export const isNewPassword = (value: string) =>
  value.length < passwordLengthMin ? doorsText.passwordTooShort(passwordLengthMin) : null
