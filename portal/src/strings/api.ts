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
})
