import type { Catalog } from '../../language/catalog.ts'

export const apiText: Catalog['apiText'] = {
  unreachable: 'Der Server ist nicht erreichbar. Prüfen Sie Ihre Verbindung, und versuchen Sie es erneut.',
  changedMeanwhile:
    'Jemand anderes hat dies inzwischen geändert. Prüfen Sie die aktuelle Version, und speichern Sie dann erneut.',
  notAllowed: 'Ihre Rolle erlaubt dies nicht. Bitten Sie einen Admin des Unternehmens um eine andere Rolle.',
  failed: 'Der Server konnte die Anfrage nicht ausführen. Versuchen Sie es gleich noch einmal.',
  notFresh:
    'Für diese Aktion müssen Sie sich kürzlich angemeldet haben. Melden Sie sich ab und wieder an, und versuchen Sie es erneut.',
  signedOut: 'Sie sind abgemeldet. Melden Sie sich wieder an.',
  noCompany:
    'Dieses Unternehmen gibt es nicht, oder Sie sind kein Mitglied. Bitten Sie einen Admin des Unternehmens um eine Einladung.',
}
