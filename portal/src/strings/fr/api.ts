import type { Catalog } from '../../language/catalog.ts'

export const apiText: Catalog['apiText'] = {
  unreachable: 'Le serveur est injoignable. Vérifiez votre connexion et réessayez.',
  changedMeanwhile:
    'Une autre personne a modifié cet élément. Vérifiez la version actuelle, puis enregistrez à nouveau.',
  notAllowed: 'Votre rôle ne le permet pas. Demandez un autre rôle à un administrateur de l’entreprise.',
  failed: 'Le serveur n’a pas pu traiter la requête. Réessayez dans un instant.',
  notFresh: 'Cette action exige une connexion récente. Déconnectez-vous, reconnectez-vous et réessayez.',
  signedOut: 'Vous êtes déconnecté. Reconnectez-vous.',
  noCompany:
    'Cette entreprise n’existe pas ou vous n’en êtes pas membre. Demandez une invitation à un administrateur de l’entreprise.',
}
