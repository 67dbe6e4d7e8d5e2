export const apiText = {
  unreachable: 'The server does not answer. Check your connection and try again.',
  changedMeanwhile: 'Somebody changed this meanwhile. Look at it again, then save once more.',
  failed: 'The server could not do that. Try again in a moment.',
  notFresh: 'For your safety this needs a recent sign-in. Sign out, sign in again, and come back.',
  signedOut: 'You are signed out. Sign in again.',
  noCompany: 'You do not belong to this company, or it is not there.',
} as const
