import { doorsText } from '../../strings/sign-in.ts'
import { uiText } from '../../strings/ui.ts'

/** Minimum length of a password, as on the server. */
export const passwordLengthMin = 10

/** Each function returns an error message, or null if the value is valid. */
export const isGiven = (value: string) => (value.trim() === '' ? uiText.required : null)

export const isEmail = (value: string) => (/^\S+@\S+$/.test(value.trim()) ? null : doorsText.emailInvalid)

export const isNewPassword = (value: string) =>
  value.length < passwordLengthMin ? doorsText.passwordTooShort(passwordLengthMin) : null
