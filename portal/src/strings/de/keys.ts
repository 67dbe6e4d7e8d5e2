import type { Catalog } from '../../language/catalog.ts'

export const keysText: Catalog['keysText'] = {
  title: 'Tastenkürzel',
  groups: [
    {
      title: 'Überall',
      keys: [
        { keys: ['mod+K'], does: 'Alles durchsuchen oder einen Befehl ausführen' },
        { keys: ['?'], does: 'Diese Liste anzeigen' },
        { keys: ['Esc'], does: 'Dialog oder Bereich schließen' },
      ],
    },
    {
      title: 'Suche',
      keys: [
        { keys: ['↑', '↓'], does: 'Zum nächsten Ergebnis' },
        { keys: ['Enter'], does: 'Ergebnis öffnen' },
      ],
    },
    {
      title: 'Assets',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Zum nächsten Asset' },
        { keys: ['Page Up', 'Page Down', 'Home', 'End'], does: 'Weiter springen' },
        { keys: ['Enter'], does: 'Asset öffnen' },
        { keys: ['Space'], does: 'Asset auswählen' },
        { keys: ['Shift+↑', 'Shift+↓'], does: 'Auswahl erweitern' },
        { keys: ['mod+A'], does: 'Alle geladenen Assets auswählen' },
        { keys: ['Esc'], does: 'Auswahl aufheben' },
        { keys: ['delete'], does: 'Auswahl in den Papierkorb verschieben' },
        { keys: ['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], does: 'In der geöffneten Sammlung verschieben' },
        { keys: ['mod+V'], does: 'Bilder aus der Zwischenablage hochladen' },
      ],
    },
    {
      title: 'Assets, Ordner, Sammlungen und Vorlagen',
      keys: [{ keys: ['Shift+F10', 'Menu'], does: 'Aktionsmenü öffnen' }],
    },
    {
      title: 'Ordner',
      keys: [
        { keys: ['↑', '↓', 'Home', 'End'], does: 'Zu einem anderen Ordner' },
        { keys: ['→', '←'], does: 'Unterordner ein- oder ausblenden' },
        { keys: ['Enter', 'Space'], does: 'Ordner öffnen' },
      ],
    },
    {
      title: 'Asset im ganzen Fenster',
      keys: [
        { keys: ['←', '→'], does: 'Nächstes Asset anzeigen' },
        { keys: ['Page Up', 'Page Down'], does: 'Nächste Seite eines Dokuments anzeigen' },
      ],
    },
    {
      title: 'Zuschnitte, Fokuspunkte, Textfelder und Trennlinien',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: 'Verschieben' },
        { keys: ['Shift+arrow'], does: 'Textfeld weiter verschieben' },
        { keys: ['Alt+arrow'], does: 'Größe eines Textfelds ändern' },
      ],
    },
    {
      title: 'Texte',
      keys: [
        { keys: ['mod+Enter'], does: 'Speichern' },
        { keys: ['Esc'], does: 'Änderungen verwerfen' },
      ],
    },
  ],
}
