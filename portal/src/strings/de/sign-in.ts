import type { Catalog } from '../../language/catalog.ts'

export const doorsText: Catalog['doorsText'] = {
  email: 'E-Mail-Adresse',
  password: 'Passwort',
  name: 'Name',
  newPassword: 'Neues Passwort',
  passwordHint: (min) => `Mindestens ${min} Zeichen. Ein kurzer Satz eignet sich gut.`,
  passwordTooShort: (min) => `Geben Sie mindestens ${min} Zeichen ein.`,
  emailInvalid: 'Geben Sie eine gültige E-Mail-Adresse ein.',
  back: 'Zurück zur Anmeldung',

  endedTitle: 'Ihre Sitzung ist beendet',
  endedText: (email) =>
    `Melden Sie sich als ${email} an, um fortzufahren. Auf dieser Seite geht nichts verloren, und Uploads laufen weiter.`,
  otherWay: 'Anders anmelden',

  signInTitle: 'Anmelden',
  signIn: 'Anmelden',
  forgot: 'Passwort vergessen?',
  or: 'oder',
  passkey: 'Mit Passkey anmelden',
  sso: (name) => `Weiter mit ${name}`,
  ssoFailed: 'Single Sign-on ist fehlgeschlagen. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  ssoTooLate:
    'Die Anmeldung hat zu lange gedauert oder wurde in einem anderen Fenster begonnen. Versuchen Sie es erneut.',
  ssoNotJoined:
    'Ihr Konto hat ein Passwort. Melden Sie sich zuerst mit dem Passwort an, und verbinden Sie Single Sign-on dann auf Ihrer Kontoseite.',
  ssoNotInvited:
    'Für die E-Mail-Adresse, die Ihre Organisation verwendet, gibt es keine Einladung. Bitten Sie einen Admin, diese Adresse einzuladen.',
  ssoNoAccess:
    'Sie haben keinen Zugriff auf ein Unternehmen. Bitten Sie Ihre IT um eine Gruppe mit Zugriff oder einen Admin um eine Einladung.',
  ssoGroupsUnreadable:
    'Ihre Gruppen konnten nicht gelesen werden, daher ist Ihr Zugriff unbekannt. Wenden Sie sich an Ihre IT.',

  twoFactorTitle: 'Zwei-Faktor-Authentifizierung',
  twoFactorApp: 'Geben Sie den sechsstelligen Code aus Ihrer Authenticator-App ein.',
  twoFactorBackup: 'Geben Sie einen Ihrer Backup-Codes ein. Jeder Code funktioniert einmal.',
  code: 'Code',
  backupCode: 'Backup-Code',
  trust: 'Auf diesem Gerät 30 Tage lang nicht fragen',
  verify: 'Code prüfen',
  useBackup: 'Backup-Code verwenden',
  useApp: 'Authenticator-App verwenden',

  forgotTitle: 'Passwort zurücksetzen',
  forgotText: 'Wir senden Ihnen einen Link, mit dem Sie ein neues Passwort wählen.',
  sendLink: 'Link senden',
  sentTitle: 'Prüfen Sie Ihre E-Mails',
  sent: (email) =>
    `Wenn es ein Konto für ${email} gibt, erhalten Sie einen Link. Er funktioniert eine Stunde lang.`,
  noMail:
    'Es ist kein Mailserver konfiguriert. Bitten Sie Ihren Betreiber um einen Link: „atelier-server person password-link“ erstellt einen.',

  resetTitle: 'Neues Passwort wählen',
  reset: 'Passwort speichern',
  resetDone: 'Passwort geändert. Melden Sie sich mit dem neuen Passwort an.',
  linkDeadTitle: 'Dieser Link funktioniert nicht mehr',
  linkDead: 'Der Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
  askAgain: 'Neuen Link anfordern',

  setupTitle: 'Atelier einrichten',
  setupText: 'Sie werden Betreiber dieser Installation und Inhaber ihres ersten Unternehmens.',
  setupToken: 'Einrichtungs-Token',
  setupTokenHint: 'Der Server schreibt das Token beim Start in sein Protokoll.',
  you: 'Sie',
  organization: 'Ihre Organisation',
  enterprise: 'Organisation',
  enterpriseHint: 'Die Organisation als Ganzes. Sie kann mehrere Unternehmen haben.',
  firstCompany: 'Erstes Unternehmen',
  firstCompanyHint:
    'Ein Unternehmen hat eine eigene Bibliothek. Es kann eine Marke, eine Filiale oder ein Land sein.',
  finish: 'Einrichtung abschließen',

  invitationTo: (company) => `Sie sind zu ${company} eingeladen`,
  invitedBy: (email, role) => `${email} hat Sie mit der Rolle ${role} eingeladen.`,
  toPortal: 'Portal öffnen',
  invitationAs: (email) => `Sie sind als ${email} angemeldet.`,
  makeAccount: 'Konto erstellen',
  accept: 'Einladung annehmen',
  joined: (company) => `Willkommen bei ${company}`,
  otherAccount: 'Anderes Konto verwenden',
  invitationDeadTitle: 'Diese Einladung funktioniert nicht',
  invitationDead:
    'Die Einladung ist abgelaufen, wurde widerrufen oder bereits angenommen, oder sie gilt für eine andere E-Mail-Adresse. Bitten Sie um eine neue Einladung.',
}
