import type { Catalog } from '../../language/catalog.ts'

export const changeText: Catalog['changeText'] = {
  names: {
    'folder.trash': 'Inhalt des Ordners wird gelöscht',
    'folder.restore': 'Inhalt des Ordners wird wiederhergestellt',
    'folder.move': 'Unterordner werden verschoben',
    'trash.empty': 'Papierkorb wird geleert',
    'asset.batch': 'Assets werden geändert',
    'asset.table': 'Assets werden geändert',
    'asset_tag.merge': 'Tags werden zusammengeführt',
    'template_tag.merge': 'Tags werden zusammengeführt',
    'property.update': 'Suche wird aktualisiert',
    'property.delete': 'Werte der Eigenschaft werden gelöscht',
  },
  other: 'In Arbeit',
  progress: 'Fortschritt',
  failed:
    'Eine große Änderung konnte nicht abgeschlossen werden. Bitten Sie Ihren Betreiber, die fehlgeschlagenen Jobs zu prüfen.',
  unknown: 'Die Änderung läuft weiter, aber ihr Fortschritt konnte nicht geladen werden',
}
