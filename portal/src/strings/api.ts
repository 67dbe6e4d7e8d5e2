import { translated } from '../language/translated.ts'

export const apiText = translated('apiText', {
  unreachable: 'The server cannot be reached. Check your connection and try again.',
  changedMeanwhile: 'Someone else changed this. Review the current version, then save again.',
  notAllowed: 'Your role does not allow this. Ask an admin of the company for another role.',
  failed: 'The server could not complete the request. Try again in a moment.',
  notFresh: 'This action requires a recent sign-in. Sign out, sign in again, and retry.',
  signedOut: 'You are signed out. Sign in again.',
  noCompany:
    'This company does not exist, or you are not a member. Ask an admin of the company to invite you.',
  wrongPassword: 'The e-mail address or the password is wrong. Check both, then try again.',
  wrongCurrentPassword: 'The password is wrong. Try again.',
  wrongCode: 'The code is wrong or has expired. Enter the current code.',
  wrongBackupCode: 'The backup code is wrong or was already used. Enter another code.',
  passwordTooShort: 'The password is too short. Enter a longer one.',
  passwordTooLong: 'The password is too long. Enter a shorter one.',
  stepTooLate: 'The sign-in took too long. Sign in again.',
  linkDead: 'The link has expired or was already used. Request a new one.',
  passkeyFailed: 'The passkey was not accepted. Try again, or sign in another way.',
  passkeyUnknown: 'This account has no such passkey. Sign in another way.',
  passkeyKnown: 'This device already has a passkey for your account.',
  tooManyAttempts: 'Too many attempts. Wait a minute, then try again.',
})
