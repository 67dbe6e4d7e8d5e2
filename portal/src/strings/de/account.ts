import type { Catalog } from '../../language/catalog.ts'

export const accountText: Catalog['accountText'] = {
  title: 'Ihr Konto',
  description: 'Ihr Name und Ihre Anmeldung',

  profile: 'Profil',
  profileText: 'Andere Mitglieder Ihrer Unternehmen sehen Ihren Namen.',
  name: 'Name',
  email: 'E-Mail-Adresse',
  emailHint: 'Mit dieser E-Mail-Adresse melden Sie sich an. Ihr Betreiber kann sie ändern.',
  saveName: 'Name speichern',
  nameSaved: 'Name gespeichert',

  language: 'Sprache',
  languageText: 'Die Sprache des Portals in diesem Browser.',

  password: 'Passwort',
  passwordText:
    'Wenn Sie das Passwort ändern, werden alle anderen Sitzungen beendet und Ihre Apps getrennt.',
  currentPassword: 'Aktuelles Passwort',
  newPassword: 'Neues Passwort',
  changePassword: 'Passwort ändern',
  passwordChanged: 'Passwort geändert',

  twoFactor: 'Zwei-Faktor-Authentifizierung',
  twoFactorText:
    'Nach dem Passwort geben Sie einen Code aus einer App auf Ihrem Telefon ein. Das Passwort allein reicht dann nicht mehr.',
  on: 'Ein',
  off: 'Aus',
  turnOn: 'Einschalten',
  turnOff: 'Ausschalten',
  newCodes: 'Neue Backup-Codes erstellen',
  confirmPassword: 'Mit Ihrem Passwort bestätigen',
  turnOnTitle: 'Zwei-Faktor-Authentifizierung einschalten',
  turnOffTitle: 'Zwei-Faktor-Authentifizierung ausschalten?',
  turnOffText: 'Für die Anmeldung reicht dann Ihr Passwort. Ihre Backup-Codes funktionieren nicht mehr.',
  newCodesTitle: 'Neue Backup-Codes erstellen?',
  newCodesText: 'Ihre aktuellen Backup-Codes funktionieren sofort nicht mehr.',
  goOn: 'Weiter',
  scan: 'Scannen Sie den Code mit einer Authenticator-App, zum Beispiel 1Password, Google Authenticator oder Aegis.',
  qr: 'QR-Code für Ihre Authenticator-App',
  secret: 'Oder geben Sie diesen Schlüssel in der App ein',
  copySecret: 'Schlüssel kopieren',
  code: 'Code aus der App',
  codesTitle: 'Backup-Codes sichern',
  codesText:
    'Mit jedem Code können Sie sich einmal anmelden, wenn Sie Ihr Telefon nicht dabeihaben. Die Codes werden nur einmal angezeigt.',
  copyCodes: 'Codes kopieren',
  codesFile: 'atelier-backup-codes.txt',
  keptThem: 'Codes sind gesichert',
  isOn: 'Zwei-Faktor-Authentifizierung eingeschaltet',
  isOff: 'Zwei-Faktor-Authentifizierung ausgeschaltet',

  singleSignOn: 'Single Sign-on',
  singleSignOnText: 'Melden Sie sich mit dem Konto Ihrer Organisation an.',
  connected: 'Verbunden',
  notConnected: (name) => `${name} ist noch nicht verbunden.`,
  connect: (name) => `${name} verbinden`,
  connectFailed:
    'Single Sign-on wurde nicht verbunden. Melden Sie sich bei Ihrer Organisation mit der E-Mail-Adresse dieses Kontos an, und versuchen Sie es erneut.',

  passkeys: 'Passkeys',
  passkeysText:
    'Melden Sie sich statt mit einem Passwort mit Fingerabdruck, Gesicht oder einem Sicherheitsschlüssel an.',
  noPasskeys: 'Noch keine Passkeys.',
  addPasskey: 'Passkey hinzufügen',
  passkeyName: 'Name',
  passkeyNameHint: 'Ein Name, den Sie wiedererkennen, zum Beispiel „Arbeitslaptop“.',
  unnamedPasskey: 'Passkey',
  added: 'Hinzugefügt',
  passkeyAdded: 'Passkey hinzugefügt',
  remove: 'Entfernen',
  removePasskey: (name) => `${name} entfernen`,
  removePasskeyTitle: (name) => `„${name}“ entfernen?`,
  removePasskeyText:
    'Mit diesem Passkey können Sie sich nicht mehr anmelden. Entfernen Sie ihn auch von Ihrem Gerät.',
  passkeyRemoved: 'Passkey entfernt',

  sessions: 'Sitzungen',
  sessionsText:
    'Browser, in denen Sie angemeldet sind. Wenn Sie eine Sitzung nicht kennen, beenden Sie sie und ändern Sie Ihr Passwort.',
  thisSession: 'Diese Sitzung',
  unknownDevice: 'Unbekanntes Gerät',
  browserOn: (browser, system) => `${browser} unter ${system}`,
  inUse: 'Wird gerade verwendet',
  lastUsed: 'Zuletzt verwendet',
  end: 'Sitzung beenden',
  endSession: (device) => `Sitzung beenden: ${device}`,
  sessionEnded: 'Sitzung beendet',
  endOthers: 'Alle anderen Sitzungen beenden',
  othersEnded: 'Alle anderen Sitzungen beendet',
}
