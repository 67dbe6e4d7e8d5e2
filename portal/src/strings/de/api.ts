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
  rejections: {
    notFound: 'Nicht gefunden. Es wurde gelöscht, oder die URL ist falsch.',
    inUse:
      'Dies wird verwendet und kann deshalb nicht gelöscht werden. Entfernen Sie es zuerst aus dem Brand-Kit oder der Vorlage.',
    notEmpty: 'Der Ordner ist nicht leer. Verschieben oder löschen Sie zuerst seinen Inhalt.',
    stillChanging: 'Eine große Änderung läuft noch. Versuchen Sie es erneut, wenn sie fertig ist.',
    wrongStatus: 'Der aktuelle Status erlaubt dies nicht. Laden Sie die Seite neu, um ihn zu sehen.',
    twoSecrets: 'Der Client hat bereits zwei Secrets. Warten Sie, bis das alte abläuft.',
    needsOwner:
      'Ein Unternehmen braucht mindestens einen Inhaber. Machen Sie zuerst ein anderes Mitglied zum Inhaber.',
    ownersOnly: 'Das kann nur ein Inhaber.',
    authorsOnly: 'Das kann nur der Verfasser.',
    wrongSetupToken: 'Das Einrichtungs-Token ist falsch. Kopieren Sie es aus dem Protokoll des Servers.',
    notInvited: 'Die Einladung gilt für eine andere E-Mail-Adresse.',
    inactive: 'Die Organisation ist deaktiviert. Bitten Sie Ihren Betreiber, sie zu aktivieren.',
    assetUnavailable: 'Die Rechte des Assets erlauben dies derzeit nicht.',
    storageFull: 'Der Speicher ist voll. Löschen Sie Dateien, oder bitten Sie Ihren Betreiber um mehr Platz.',
    tooLarge: 'Die Datei ist zu groß.',
  },
}
