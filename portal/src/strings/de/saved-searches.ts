import type { Catalog } from '../../language/catalog.ts'

export const savedSearchText: Catalog['savedSearchText'] = {
  title: 'Gespeicherte Suchen',
  save: 'Suche speichern',
  saveTitle: 'Diese Suche speichern',
  name: 'Name',
  company: 'Allen im Unternehmen zeigen',
  companyHint: 'Sonst sehen nur Sie die Suche.',
  follow: 'Folgen',
  followHint: 'Sie erhalten höchstens einmal am Tag eine E-Mail über neue passende Assets.',
  saved: 'Suche gespeichert',

  actions: 'Aktionen für die Suche',
  actionsOf: (name) => `Aktionen für ${name}`,
  unfollow: 'Nicht mehr folgen',
  followed: (name) => `Sie folgen ${name}`,
  unfollowed: (name) => `Sie folgen ${name} nicht mehr`,
  rename: 'Umbenennen',
  renameTitle: (name) => `${name} umbenennen`,
  submitName: 'Umbenennen',
  update: 'Aktuelle Filter übernehmen',
  updated: (name) => `${name} hat jetzt die aktuellen Filter`,
  share: 'Dem Unternehmen zeigen',
  shared: (name) => `Alle im Unternehmen sehen ${name}`,
  hide: 'Privat machen',
  hidden: (name) => `Nur Sie sehen ${name}`,
  remove: 'Löschen',
  removeTitle: (name) => `${name} löschen?`,
  removeText:
    'Die gespeicherte Suche wird gelöscht und kann nicht wiederhergestellt werden. Die gefundenen Assets bleiben in der Bibliothek.',
  removed: 'Gespeicherte Suche gelöscht',
  notShown: (filters) =>
    `Das Portal kann diese Filter der Suche nicht anzeigen und lässt sie weg: ${filters.join(', ')}`,
}
