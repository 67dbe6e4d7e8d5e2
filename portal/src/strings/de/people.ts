import type { Catalog } from '../../language/catalog.ts'

export const peopleText: Catalog['peopleText'] = {
  title: 'Personen',
  description: 'Mitglieder dieses Unternehmens und ihre Rollen.',
  invite: 'Mitglied einladen',
  members: 'Mitglieder',
  name: 'Name',
  role: 'Rolle',
  twoFactor: 'Zwei-Faktor',
  twoFactorOn: 'Ein',
  twoFactorOff: 'Aus',
  lastSeen: 'Zuletzt aktiv',
  noSession: 'Länger nicht',
  joined: 'Beigetreten',
  you: 'Sie',
  byGroup: 'Per Gruppe',
  menuOf: (name) => `Aktionen für ${name}`,

  roles: {
    viewer: 'Betrachter',
    editor: 'Bearbeiter',
    developer: 'Entwickler',
    admin: 'Admin',
    owner: 'Inhaber',
  },
  roleTexts: {
    viewer: 'Kann alles in der Bibliothek ansehen.',
    editor:
      'Kann alles, was ein Betrachter kann, Assets, Vorlagen und Brand-Kits ändern und Vorlagen rendern.',
    developer: 'Kann alles, was ein Betrachter kann, Vorlagen rendern und Clients und Webhooks verwalten.',
    admin:
      'Kann alles, was ein Bearbeiter und ein Entwickler können, Personen verwalten und die Aktivität ansehen.',
    owner: 'Kann alles, was ein Admin kann, und Inhaber verwalten.',
  },
  changeRole: 'Rolle ändern',
  changeRoleTitle: (name) => `Rolle von ${name} ändern`,
  roleChanged: 'Rolle geändert',
  saveRole: 'Rolle speichern',
  changeLimit: 'Auf Ordner begrenzen',
  changeLimitTitle: (name) => `Zugriff von ${name} begrenzen`,
  limitChanged: 'Zugriff geändert',
  saveLimit: 'Zugriff speichern',
  limited: 'Auf Ordner begrenzt',
  readLimitHint:
    'Ein auf Ordner begrenztes Mitglied sieht keine anderen Assets. Freigaben, Archive, Sammlungen, Kommentare und Renderings kann es nicht verwenden.',
  writeLimitHint:
    'Das Mitglied lädt Assets nur in Ordner hoch, die es auch lesen kann, und ändert nur deren Assets.',
  allReadFolders: 'Alle Ordner, die das Mitglied lesen kann',
  roleEndsLimit:
    'Inhaber und Admins haben Zugriff auf alle Ordner. Beim Speichern wird die Begrenzung auf Ordner entfernt.',
  roleFromGroups:
    'Diese Rolle stammt aus den Gruppen Ihres Identitätsanbieters. Eine Änderung hier gilt bis zum nächsten Single Sign-on des Mitglieds, außer für Inhaber.',
  remove: 'Mitglied entfernen',
  removeMember: 'Aus dem Unternehmen entfernen',
  removeTitle: (name) => `${name} entfernen?`,
  removeText:
    'Die Person verliert sofort den Zugriff auf dieses Unternehmen. Alles, was sie erstellt hat, bleibt erhalten.',
  removeFromGroupsText:
    'Die Person verliert sofort den Zugriff auf dieses Unternehmen. Alles, was sie erstellt hat, bleibt erhalten. Beim nächsten Single Sign-on tritt sie wieder bei, wenn sie nicht auch die Gruppe beim Identitätsanbieter verlässt.',
  removed: 'Mitglied entfernt',

  inviteTitle: 'Mitglied einladen',
  email: 'E-Mail-Adresse',
  emailHint: 'Die Einladung gilt nur für diese E-Mail-Adresse. Sie läuft nach sieben Tagen ab.',
  sendInvitation: 'Einladung senden',
  mailed: (email) => `Einladung an ${email} gesendet`,
  linkTitle: 'Einladungslink weitergeben',
  linkText: (email) =>
    `Es ist kein Mailserver konfiguriert. Senden Sie diesen Link auf einem vertrauenswürdigen Weg an ${email}.`,
  link: 'Einladungslink',
  copyLink: 'Link kopieren',
  copyLinkOf: (email) => `Link für ${email} kopieren`,
  invitations: 'Einladungen',
  invitedBy: (name) => `eingeladen von ${name}`,
  ends: 'läuft ab',
  ended: 'abgelaufen: Senden Sie eine neue Einladung',
  takeBack: 'Widerrufen',
  takeBackOf: (email) => `Einladung für ${email} widerrufen`,
  takenBack: 'Einladung widerrufen',
}
