import type { Catalog } from '../../language/catalog.ts'

export const shellText: Catalog['shellText'] = {
  navigation: 'Hauptnavigation',
  openNavigation: 'Navigation öffnen',
  narrow: 'Nur Symbole anzeigen',
  widen: 'Namen anzeigen',
  searchShort: 'Suchen',
  library: 'Bibliothek',
  developer: 'Entwicklung',
  company: 'Unternehmen',
  assets: 'Assets',
  collections: 'Sammlungen',
  properties: 'Eigenschaften',
  templates: 'Vorlagen',
  batches: 'Stapel',
  brandKit: 'Brand-Kit',
  shares: 'Freigaben',
  clients: 'Clients',
  requests: 'Anfrageprotokoll',
  webhooks: 'Webhooks',
  reference: 'API-Referenz',
  gettingStarted: 'Erste Schritte',
  people: 'Personen',
  activity: 'Aktivität',
  usage: 'Nutzung',
  trash: 'Papierkorb',
  settings: 'Einstellungen',
  companies: 'Unternehmen',
  noCompany: 'Kein Unternehmen',
  switchCompany: 'Unternehmen wechseln',
  accountMenu: 'Kontomenü',
  account: 'Ihr Konto',
  installation: 'Installation',
  appearance: 'Darstellung',
  light: 'Hell',
  dark: 'Dunkel',
  auto: 'System',
  signOut: 'Abmelden',
  goTo: 'Gehe zu',
  make: 'Erstellen',
  newTemplate: 'Vorlage erstellen',
  newBatch: 'Stapel erstellen',
}

export const homeText: Catalog['homeText'] = {
  title: 'Willkommen',
  welcomeTo: (company) => `Willkommen bei ${company}`,
  welcomeText: 'Die Bibliothek ist leer. Diese ersten Schritte bieten sich an, in beliebiger Reihenfolge.',
  toLibrary: 'Zur Bibliothek',
  steps: {
    pictures: {
      title: 'Bilder hochladen',
      description:
        'Ziehen Sie Dateien oder ganze Ordner hierher. Namen, Beschreibungen und Stichwörter aus den Dateien werden übernommen.',
      button: 'Bilder hochladen',
    },
    brandKit: {
      title: 'Brand-Kit erstellen',
      description: 'Logos, Farben und Schriften an einem Ort, für Vorlagen und als Design-Tokens.',
      button: 'Brand-Kit öffnen',
    },
    client: {
      title: 'App verbinden',
      description:
        'Erstellen Sie einen Client, fügen Sie das Beispiel mit seinem Secret ein, und sehen Sie die erste Antwort.',
      button: 'Client erstellen',
    },
  },
  noCompanyTitle: 'Sie gehören noch zu keinem Unternehmen',
  noCompany:
    'Bitten Sie einen Admin eines Unternehmens um eine Einladung. Mit dem Link in der Einladung treten Sie bei.',
  noCompanyOperator:
    'Erstellen Sie eine Organisation und ihr erstes Unternehmen, oder verwalten Sie die vorhandenen.',
  openInstallation: 'Installation öffnen',
  closedTitle: (enterprise) => `${enterprise} ist deaktiviert`,
  closed:
    'Ihr Betreiber hat diese Organisation deaktiviert. Nichts wurde gelöscht. Bitten Sie den Betreiber, sie wieder zu aktivieren.',
  closedForOperator:
    'Die Organisation wurde deaktiviert. Nichts wurde gelöscht. Sie können sie wieder aktivieren.',
}
