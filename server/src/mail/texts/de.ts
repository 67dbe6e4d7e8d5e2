import type { MailTexts } from '../texts.ts'

export const de: MailTexts = {
  unnamed: {
    company: 'einem Unternehmen',
    member: 'Ein Mitglied',
    client: 'Ein Client',
    item: 'ein Element',
  },
  more: (count) => `und ${count.toLocaleString('de')} weitere`,
  render: (template) => `ein Rendering von ${template}`,
  digest: {
    commented: (author, item) => `${author} hat Sie in einem Kommentar erwähnt (${item}):`,
    submitted: (author, item) => `${author} hat ${item} zur Prüfung eingereicht:`,
    approved: (author, item) => `${author} hat ${item} genehmigt:`,
    rejected: (author, item) => `${author} hat ${item} abgelehnt:`,
  },
  test: {
    subject: 'Test-E-Mail von Atelier',
    text: 'Hallo,\n\nder Mailserver Ihrer Atelier-Installation funktioniert: Dies ist die Test-E-Mail, die Sie angefordert haben.\n',
  },
  resetPassword: (account, url) => ({
    subject: 'Ihr Atelier-Passwort zurücksetzen',
    text: `Hallo,\n\nfür Ihr Atelier-Konto ${account} wurde ein neues Passwort angefordert. Wählen Sie es über diesen Link. Er funktioniert einmal und läuft nach einer Stunde ab:\n\n${url}\n\nWenn Sie das nicht angefordert haben, ignorieren Sie diese E-Mail. Ihr Passwort bleibt unverändert.\n`,
  }),
  passwordLinkCreated: (account) => ({
    subject: 'Link für ein neues Atelier-Passwort erstellt',
    text: `Hallo,\n\nein Betreiber hat einen Link erstellt, mit dem Sie ein neues Passwort für Ihr Atelier-Konto ${account} wählen können. Der Betreiber sendet Ihnen den Link. Er funktioniert einmal und läuft nach einer Stunde ab.\n\nWenn Sie diesen Link nicht verlangt haben, wenden Sie sich an Ihren Betreiber und ändern Sie Ihr Passwort: Ein neues Passwort macht den Link ungültig.\n`,
  }),
  searchesMatched: (company, searches) => ({
    subject: `Neue Assets von ${company} für Ihre Suchen`,
    text: `Hallo,\n\nneue Assets von ${company} auf Atelier passen zu diesen gespeicherten Suchen, denen Sie folgen:\n\n${searches}\n\nWenn Sie diese E-Mails nicht mehr erhalten möchten, öffnen Sie eine Suche und wählen Sie „Nicht mehr folgen“.\n`,
  }),
  rightsEnding: (company, assets, url) => ({
    subject: `Rechte an Assets von ${company} enden`,
    text: `Hallo,\n\ndie Nutzungsrechte an diesen Assets von ${company} auf Atelier enden am genannten Tag oder sind bereits abgelaufen:\n\n${assets}\n\nAb diesem Tag sind die Assets nicht mehr in Freigaben, Archiven und Renderings enthalten. Alle Assets, deren Rechte bald enden:\n\n${url}\n`,
  }),
  digestOf: (company, items) => ({
    subject: `Kommentare und Prüfungen für Sie in ${company}`,
    text: `Hallo,\n\ndas ist neu für Sie in der Bibliothek von ${company} auf Atelier:\n\n${items}\n`,
  }),
  invitation: (inviter, company, url) => ({
    subject: `Einladung zu ${company} auf Atelier`,
    text: `Hallo,\n\n${inviter} hat Sie in die Bibliothek von ${company} auf Atelier eingeladen. Nehmen Sie die Einladung über diesen Link an. Er läuft nach 7 Tagen ab:\n\n${url}\n\nWenn Sie diese Einladung nicht erwartet haben, ignorieren Sie diese E-Mail.\n`,
  }),
}
