import type { Catalog } from '../../language/catalog.ts'

export const startText: Catalog['startText'] = {
  title: 'Erste Schritte',
  description: 'Ihr erster API-Aufruf in etwa zwei Minuten',
  guides: 'Anleitungen lesen',
  client: 'Client auswählen',
  clientText:
    'Ein Client ist eine App, die die API aufruft. Das Secret wird nur einmal angezeigt, wenn Sie den Client erstellen. Auf der Seite des Clients können Sie es erneuern.',
  clientLabel: 'Client',
  noClients:
    'Ein Client ist eine App, die die API aufruft. Erstellen Sie einen Client, dann enthalten die Codebeispiele sein Secret.',
  askForClient: 'Bitten Sie einen Entwickler oder Admin Ihres Unternehmens um eine Client-ID und ihr Secret.',
  openClient: 'Client öffnen',
  secret: 'Client-Secret setzen',
  secretText:
    'Der Beispielcode liest das Secret aus einer Umgebungsvariablen, damit es in keiner Datei steht, die Sie weitergeben.',
  made: 'Client-Secret sichern',
  madeText:
    'Der Code unten enthält das Secret. Es wird nur angezeigt, bis Sie diese Seite verlassen. Speichern Sie es dort, wo Ihre App ihre Secrets liest.',
  call: 'Token abrufen und Vorlagen auflisten',
  callText: 'Das Token authentifiziert den Client, bis es abläuft. Senden Sie es mit jeder Anfrage.',
  language: 'Sprache',
  copy: 'Code kopieren',
  copySecret: 'Befehl kopieren',
  secretCode: 'Shell-Befehl',
  codeIn: (language) => `Code in ${language}`,
  arrived: 'Ersten Aufruf prüfen',
  arrivedText:
    'Dieser Schritt wird grün, wenn eine Anfrage des Clients erfolgreich ist. Schlägt eine Anfrage fehl, sehen Sie hier den Grund.',
  waiting: 'Warten auf den ersten Aufruf',
  waitingText: 'Führen Sie den Code oben aus. Lassen Sie diese Seite geöffnet.',
  called: 'Der Aufruf war erfolgreich',
  refused: 'Der Aufruf ist fehlgeschlagen',
  unknownReason: 'Einzelheiten stehen in der Antwort.',
  unknownPath: 'ein unbekannter Pfad',
  lastCall: (request, status, ms) => `${request}: ${status} in ${ms} ms`,
  log: 'Anfrageprotokoll öffnen',
  reference: 'API-Referenz ansehen',
}
