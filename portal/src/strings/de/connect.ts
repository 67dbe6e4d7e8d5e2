import type { Catalog } from '../../language/catalog.ts'
import { isThisComputer } from '../this-computer.ts'

export const connectText: Catalog['connectText'] = {
  title: (app) => `${app} verbinden?`,
  pageTitle: 'App verbinden',
  description: (redirectHost, host) =>
    (host === null
      ? ''
      : isThisComputer(redirectHost)
        ? `Ein Programm auf diesem Computer gibt sich als die App aus, die unter ${host} veröffentlicht ist. `
        : `Die App ist unter ${host} veröffentlicht. `) +
    `Sie kehren zu ${redirectHost} zurück. Danach kann die App Atelier mit Ihrem Konto verwenden.`,
  trust: 'Jeder kann diesen Namen wählen. Erlauben Sie nur eine App, die Sie gerade selbst verbinden.',
  company: 'Unternehmen',
  rights: 'Die App kann dann',
  optional: 'Sie können der App auch erlauben,',
  noRights: 'Ihre Rolle in diesem Unternehmen erlaubt keinen der Zugriffe, die die App anfordert.',
  allow: 'Erlauben',
  deny: 'Ablehnen',
  asPerson: (email) => `Angemeldet als ${email}`,
  noCompany: 'Sie sind noch kein Mitglied eines Unternehmens. Bitten Sie einen Admin um eine Einladung.',
  refusedTitle: 'Die App kann nicht verbunden werden',
  rightOf: {
    'templates:read': 'Vorlagen finden und lesen',
    'assets:read': 'Assets finden und ansehen',
    'brandkit:read': 'Brand-Kits lesen',
    'renders:read': 'Werte für Vorlagen prüfen',
    'renders:write': 'Vorlagen rendern',
    'assets:write': 'Namen, Textfelder und Tags von Assets ändern',
  },

  apps: 'Verbundene Apps',
  appsText: 'Assistenten und andere Apps, die Atelier mit Ihrem Konto verwenden.',
  noApps: 'Keine verbundenen Apps. Hier erscheinen Assistenten, die Sie mit Atelier verbinden.',
  lastUsed: 'Zuletzt verwendet',
  neverUsed: 'Noch nicht verwendet',
  disconnect: 'Trennen',
  disconnectApp: (app) => `${app} trennen`,
  disconnectTitle: (app) => `„${app}“ trennen?`,
  disconnectText: 'Die App verliert sofort den Zugriff. Sie können sie aus der App heraus erneut verbinden.',
  disconnected: 'App getrennt',
}
