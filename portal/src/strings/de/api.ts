import type { Catalog } from '../../language/catalog.ts'

export const apiText: Catalog['apiText'] = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  changedMeanwhile:
    'Jemand anderes hat dies inzwischen geändert. Prüfen Sie die aktuelle Version, und speichern Sie dann erneut.',
  notAllowed: 'Ihre Rolle erlaubt dies nicht. Bitten Sie einen Admin des Unternehmens um eine andere Rolle.',
  failed: 'Der Server konnte die Anfrage nicht ausführen. Versuchen Sie es gleich noch einmal.',
  notFresh:
    'Für diese Aktion müssen Sie sich kürzlich angemeldet haben. Melden Sie sich ab und wieder an, und versuchen Sie es erneut.',
  signedOut: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
  noCompany:
    'Dieses Unternehmen gibt es nicht, oder Sie sind kein Mitglied. Bitten Sie einen Admin des Unternehmens um eine Einladung.',
  wrongPassword:
    'Die E-Mail-Adresse oder das Passwort ist falsch. Prüfen Sie beides, und versuchen Sie es erneut.',
  wrongCurrentPassword: 'Das Passwort ist falsch. Versuchen Sie es erneut.',
  wrongCode: 'Der Code ist falsch oder abgelaufen. Geben Sie den aktuellen Code ein.',
  wrongBackupCode:
    'Der Backup-Code ist falsch oder wurde bereits verwendet. Geben Sie einen anderen Code ein.',
  passwordTooShort: 'Das Passwort ist zu kurz. Geben Sie ein längeres ein.',
  passwordTooLong: 'Das Passwort ist zu lang. Geben Sie ein kürzeres ein.',
  stepTooLate: 'Die Anmeldung hat zu lange gedauert. Melden Sie sich erneut an.',
  linkDead: 'Der Link ist abgelaufen oder wurde bereits verwendet. Fordern Sie einen neuen an.',
  passkeyFailed:
    'Der Passkey wurde nicht akzeptiert. Versuchen Sie es erneut, oder melden Sie sich anders an.',
  passkeyUnknown: 'Dieses Konto hat diesen Passkey nicht. Melden Sie sich anders an.',
  passkeyKnown: 'Dieses Gerät hat bereits einen Passkey für Ihr Konto.',
  tooManyAttempts: 'Zu viele Versuche. Warten Sie eine Minute, und versuchen Sie es erneut.',
}
