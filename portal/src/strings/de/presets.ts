import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const presetsText: Catalog['presetsText'] = {
  title: 'Presets',
  description:
    'Benannte Bildgrößen und Formate. Alle im Unternehmen können Bilder in diesen Presets herunterladen, und Freigaben können sie anbieten.',
  none: 'Noch keine Presets. Erstellen Sie eines, um Bilder in den Größen und Formaten anzubieten, die Ihr Unternehmen verwendet.',
  create: 'Preset erstellen',
  created: 'Preset erstellt',
  edit: 'Bearbeiten',
  editTitle: (label) => `${label} bearbeiten`,
  save: 'Preset speichern',
  saved: 'Preset gespeichert',
  delete: 'Löschen',
  deleteTitle: (label) => `${label} löschen?`,
  deleteText: 'Freigaben bieten dieses Preset nicht mehr an. Vorhandene Links gelten, bis sie ablaufen.',
  deleted: 'Preset gelöscht',
  actionsOf: (label) => `Aktionen für ${label}`,

  start: 'Ausgangspunkt',
  empty: 'Leeres Preset',
  suggestions: {
    web: 'Web, JPEG bis 2.000 px',
    square: 'Social Media, quadratisch 1.080 px',
    print: 'Druck, TIFF in CMYK',
  },

  label: 'Bezeichnung',
  labelNone: 'Geben Sie eine Bezeichnung ein.',
  name: 'Name in Links',
  nameHint:
    'Kleinbuchstaben, Ziffern und Bindestriche. Programme, die den Namen verwenden, funktionieren nach einer Änderung nicht mehr.',
  width: 'Breite in Pixeln',
  height: 'Höhe in Pixeln',
  auto: 'Automatisch',
  fit: 'Einpassung',
  fits: {
    inside: 'Ganzes Bild innerhalb des Rahmens',
    cover: 'Rahmen füllen, um den Fokuspunkt zugeschnitten',
    contain: 'Ganzes Bild mit Rand',
  },
  format: 'Format',
  formats: {
    original: 'Wie das Original',
    jpeg: 'JPEG',
    png: 'PNG',
    webp: 'WebP',
    avif: 'AVIF',
    tiff: 'TIFF',
  },
  quality: 'Qualität',
  qualityHint: '1 bis 100. PNG und TIFF sind immer verlustfrei.',
  background: 'Hintergrund',
  backgroundHint:
    'Füllt transparente Bereiche und den Rand. Leer lassen für transparent, bei JPEG-Dateien für Weiß.',
  profile: 'Farbraum',
  profiles: {
    srgb: 'sRGB, für Bildschirme',
    p3: 'Display P3, für Bildschirme mit großem Farbraum',
    cmyk: 'CMYK, für Offsetdruck (FOGRA39)',
  },
  metadata: 'Metadaten in der Datei',
  metadataKinds: {
    none: 'Keine',
    copyright: 'Urheber, Copyright und Nutzungsbedingungen',
    embed: 'Alle Textfelder und die Tags des Assets',
  },
  enlarge: 'Kleinere Bilder vergrößern',
  size: (width, height) => {
    if (width === null && height === null) return 'Bildgröße'
    if (height === null) return `${number(width!)} px breit`
    if (width === null) return `${number(height)} px hoch`
    return `${number(width)} × ${number(height)} px`
  },
}
