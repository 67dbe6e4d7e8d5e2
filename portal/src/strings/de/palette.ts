import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const paletteText: Catalog['paletteText'] = {
  label: 'Suchen oder springen zu …',
  results: 'Ergebnisse',
  recent: 'Zuletzt geöffnet',
  groups: {
    asset: 'Assets',
    template: 'Vorlagen',
    folder: 'Ordner',
    collection: 'Sammlungen',
    asset_tag: 'Asset-Tags',
    template_tag: 'Vorlagen-Tags',
    client: 'Clients',
    member: 'Personen',
  },
  allAssets: (words) => `Alle Assets zu „${words}“ anzeigen`,
  allTemplates: (words) => `Alle Vorlagen zu „${words}“ anzeigen`,
  count: (count) => counted(count, 'Ergebnis', 'Ergebnisse'),
  searching: 'Suche läuft …',
  nothingFound: 'Keine Ergebnisse. Versuchen Sie einen anderen Suchbegriff.',
  failed:
    'Einige Ergebnisse konnten nicht geladen werden. Ändern Sie den Suchbegriff, um es erneut zu versuchen.',
}
