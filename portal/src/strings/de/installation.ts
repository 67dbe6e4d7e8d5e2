import type { Catalog } from '../../language/catalog.ts'
import { counted } from './numbers.ts'

export const installationText: Catalog['installationText'] = {
  title: 'Installation',
  description: 'Der Zustand dieser Installation, ihre Organisationen und ihre Personen.',
  newEnterprise: 'Organisation erstellen',
  search: 'Organisation oder Unternehmen suchen',
  enterprises: 'Organisationen',
  active: 'Aktiv',
  inactive: 'Deaktiviert',
  activate: 'Aktivieren',
  deactivate: 'Deaktivieren',
  deactivateOf: (name) => `${name} deaktivieren`,
  activateOf: (name) => `${name} aktivieren`,
  deactivateTitle: (name) => `${name} deaktivieren?`,
  deactivateText:
    'Ihre Clients und Personen verlieren sofort den Zugriff. Nichts wird gelöscht, und Sie können sie wieder aktivieren.',
  activateTitle: (name) => `${name} aktivieren?`,
  activateText: 'Ihre Clients und Personen erhalten wieder Zugriff.',
  deactivated: 'Organisation deaktiviert',
  activated: 'Organisation aktiviert',
  made: 'Organisation erstellt',
  noneTitle: 'Noch keine Organisationen',
  none: 'Eine Organisation ist ein Kunde dieser Installation. Erstellen Sie die erste.',
  noMatchTitle: 'Keine Ergebnisse',
  noMatch:
    'Keine Organisation und kein Unternehmen hat einen passenden Namen. Versuchen Sie einen anderen Namen.',
  noCompanies: 'Keine Unternehmen',
  name: 'Name',
  nameHint: 'Die Organisation als Ganzes.',
  company: 'Erstes Unternehmen',
  companyHint:
    'Ein Unternehmen hat eine eigene Bibliothek. Es kann eine Marke, eine Filiale oder ein Land sein.',
  owner: 'E-Mail-Adresse des Inhabers',
  ownerHint:
    'Der Inhaber wird eingeladen und kann andere einladen. Leer lassen, um selbst Inhaber zu werden.',
  newCompany: 'Unternehmen erstellen',
  newCompanyIn: (name) => `Unternehmen in ${name} erstellen`,
  companyMade: 'Unternehmen erstellt',

  areas: {
    enterprises: 'Organisationen',
    state: 'Zustand',
    people: 'Personen',
    jobs: 'Fehlgeschlagene Jobs',
  },

  health: 'Zustand',
  healthText:
    'Werte des Servers, der diese Anfrage beantwortet hat. Monitoring-Systeme lesen dieselben Werte unter /metrics.',
  version: 'Version',
  started: 'Gestartet',
  database: 'Datenbank',
  engines: { postgres: 'PostgreSQL', embedded: 'Die eingebettete Datenbank' },
  answers: (engine, ms) => `${engine} antwortet in ${ms} ms`,
  noAnswer: (engine) => `${engine} antwortet nicht`,
  notifications: 'Änderungen von anderen Knoten',
  received: 'Werden empfangen',
  lost: 'Werden nicht empfangen, deshalb wird nichts zwischengespeichert',

  queues: 'Warteschlangen',
  queuesText: 'Wartende, laufende und fehlgeschlagene Hintergrundjobs.',
  noJobs: 'Keine Jobs warten, laufen oder sind fehlgeschlagen.',
  notCounted: 'Die Jobs konnten nicht rechtzeitig gezählt werden. Warten Sie einen Moment.',
  jobKind: 'Job',
  waiting: 'Wartend',
  running: 'Laufend',
  failed: 'Fehlgeschlagen',
  overdue: (minutes) => `seit ${counted(minutes, 'Minute', 'Minuten')} fällig`,

  storage: 'Speicher',
  storageText: 'Jedes Original zählt einmal zum Kontingent seines Unternehmens.',
  onDisk: 'Dateien werden auf der Festplatte gespeichert.',
  inS3: 'Dateien werden in S3 gespeichert.',
  quota: (size) => `Jedes Unternehmen kann bis zu ${size} speichern.`,
  noQuota: 'Es gibt kein Kontingent. Sie können eines mit STORAGE_QUOTA_BYTES festlegen.',
  places: { data: 'Datenverzeichnis', files: 'Dateien' },
  diskOf: (place, free, all) => `${place}: ${free} von ${all} frei`,
  companyName: 'Unternehmen',
  people: 'Personen',
  clients: 'Clients',
  stored: 'Gespeichert',
  quotaOf: (name) => `Von ${name} verwendetes Kontingent`,

  mail: 'E-Mail',
  mailText:
    'Einladungen und Links für neue Passwörter werden per E-Mail gesendet, wenn ein Mailserver konfiguriert ist.',
  noMail:
    'Es ist kein Mailserver konfiguriert, deshalb werden Links der Person angezeigt, die sie erstellt. Zum Konfigurieren setzen Sie',
  testMail: 'Test-E-Mail an sich selbst senden',
  mailSent: (email) => `Der Mailserver hat die E-Mail an ${email} angenommen`,

  backups: 'Backups',
  backupsText: 'Der Server erstellt nicht automatisch Backups und kann Ihre Backups nicht erkennen.',
  backupEmbedded:
    'atelier-server backup schreibt die Datenbank und die Dateien bei laufendem Server in ein Verzeichnis. Kopieren Sie das Verzeichnis auf einen anderen Rechner.',
  backupPostgres:
    'Sichern Sie die Datenbank mit den Werkzeugen von PostgreSQL und die Dateien mit den Werkzeugen Ihrer Festplatte oder Ihres S3-Speichers.',
  backupGuide: 'So sichern Sie Daten und stellen sie wieder her',

  job: 'Job',
  failedAt: 'Fehlgeschlagen',
  noError: 'Keine Fehlermeldung.',
  attempts: (count) => `${counted(count, 'Versuch', 'Versuche')}.`,
  retry: 'Erneut versuchen',
  retryOf: (type, time) => `${type} erneut versuchen, fehlgeschlagen ${time}`,
  retryAll: 'Alle fehlgeschlagenen Jobs erneut versuchen',
  retried: (count) => `${counted(count, 'Job wird', 'Jobs werden')} erneut ausgeführt`,
  noFailedTitle: 'Keine fehlgeschlagenen Jobs',
  noFailed:
    'Hier erscheinen Jobs, deren Versuche alle fehlgeschlagen sind, mit ihrem Fehler. Sie werden 30 Tage aufbewahrt.',

  findPerson: 'Person nach Name oder E-Mail-Adresse suchen',
  nameOrEmail: 'Name oder E-Mail-Adresse',
  noPerson: 'Kein Name und keine E-Mail-Adresse passt. Versuchen Sie einen anderen Suchbegriff.',
  operator: 'Betreiber',
  roleIn: (role, company) => `${role} von ${company}`,
  reset: 'Passwort-Link erstellen',
  resetOf: (name) => `Passwort-Link für ${name} erstellen`,
  resetText: 'Mit dem Link wählt die Person ein neues Passwort. Der Vorgang wird im Audit-Log festgehalten.',
  linkTitle: 'Link für ein neues Passwort',
  linkText: (email) =>
    `Senden Sie diesen Link an ${email}. Er funktioniert einmal, innerhalb einer Stunde. Die Person benötigt weiterhin ihren zweiten Faktor.`,
  linkMailed: 'Die Person wurde per E-Mail informiert, dass Sie den Link erstellt haben.',
  link: 'Passwort-Link',
  copyLink: 'Passwort-Link kopieren',
}
