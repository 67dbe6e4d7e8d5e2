import { translated } from '../language/translated.ts'

export const doorsText = translated('doorsText', {
  email: 'E-mail address',
  password: 'Password',
  name: 'Name',
  newPassword: 'New password',
  passwordHint: (min: number) => `At least ${min} characters. A phrase works well.`,
  passwordTooShort: (min: number) => `Enter at least ${min} characters.`,
  emailInvalid: 'Enter a valid e-mail address.',
  back: 'Back to sign-in',

  endedTitle: 'Your session has ended',
  endedText: (email: string) =>
    `Sign in as ${email} to continue. Nothing on this page is lost, and uploads continue.`,
  otherWay: 'Sign in another way',

  signInTitle: 'Sign in',
  signIn: 'Sign in',
  forgot: 'Forgot your password?',
  or: 'or',
  passkey: 'Sign in with a passkey',
  sso: (name: string) => `Continue with ${name}`,
  ssoFailed: 'Single sign-on failed. Try again, or sign in another way.',
  ssoTooLate: 'The sign-in took too long or was started in another window. Try again.',
  ssoNotJoined:
    'Your account has a password. Sign in with the password first, then connect single sign-on on your account page.',
  ssoNotInvited:
    'There is no invitation for the e-mail address that your organization uses. Ask an admin to invite this e-mail address.',
  ssoNoAccess:
    'You have no access to a company. Ask your IT team for a group with access, or ask an admin to invite you.',
  ssoGroupsUnreadable: 'Your groups could not be read, so your access is unknown. Contact your IT team.',

  twoFactorTitle: 'Two-factor authentication',
  twoFactorApp: 'Enter the six-digit code from your authenticator app.',
  twoFactorBackup: 'Enter one of your backup codes. Each code works once.',
  code: 'Code',
  backupCode: 'Backup code',
  trust: 'Don’t ask on this device for 30 days',
  verify: 'Verify code',
  useBackup: 'Use a backup code',
  useApp: 'Use the authenticator app',

  forgotTitle: 'Reset your password',
  forgotText: 'We send you a link to choose a new password.',
  sendLink: 'Send link',
  sentTitle: 'Check your e-mail',
  sent: (email: string) =>
    `If an account exists for ${email}, you will receive a link. It works for one hour.`,
  noMail:
    'No mail server is configured. Ask your operator for a link: “atelier-server person password-link” creates one.',

  resetTitle: 'Choose a new password',
  reset: 'Save password',
  resetDone: 'Password changed. Sign in with your new password.',
  linkDeadTitle: 'This link no longer works',
  linkDead: 'The link has expired or was already used. Request a new one.',
  askAgain: 'Request a new link',

  setupTitle: 'Set up Atelier',
  setupText: 'You become the operator of this installation and the owner of its first company.',
  setupToken: 'Setup token',
  setupTokenHint: 'The server writes the token to its log when it starts.',
  you: 'You',
  organization: 'Your organization',
  enterprise: 'Enterprise',
  enterpriseHint: 'The organization as a whole. It can have several companies.',
  firstCompany: 'First company',
  firstCompanyHint: 'A company has its own library. It can be a brand, a branch or a country.',
  finish: 'Finish setup',

  invitationTo: (company: string) => `You are invited to ${company}`,
  invitedBy: (email: string, role: string) => `${email} invited you as ${role}.`,
  toPortal: 'Open the portal',
  invitationAs: (email: string) => `You are signed in as ${email}.`,
  makeAccount: 'Create account',
  accept: 'Accept invitation',
  joined: (company: string) => `Welcome to ${company}`,
  otherAccount: 'Use another account',
  invitationDeadTitle: 'This invitation does not work',
  invitationDead:
    'The invitation may have expired, been revoked or already been accepted, or it may be for another e-mail address. Ask for a new invitation.',
})
