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
  wrongPassword: 'L’adresse e-mail ou le mot de passe est incorrect. Vérifiez-les, puis réessayez.',
  wrongCurrentPassword: 'Le mot de passe est incorrect. Réessayez.',
  wrongCode: 'Le code est incorrect ou a expiré. Saisissez le code actuel.',
  wrongBackupCode: 'Le code de secours est incorrect ou a déjà été utilisé. Saisissez-en un autre.',
  passwordTooShort: 'Le mot de passe est trop court. Saisissez-en un plus long.',
  passwordTooLong: 'Le mot de passe est trop long. Saisissez-en un plus court.',
  stepTooLate: 'La connexion a pris trop de temps. Connectez-vous à nouveau.',
  linkDead: 'Le lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  passkeyFailed: 'La clé d’accès n’a pas été acceptée. Réessayez ou connectez-vous autrement.',
  passkeyUnknown: 'Ce compte n’a pas cette clé d’accès. Connectez-vous autrement.',
  passkeyKnown: 'Cet appareil a déjà une clé d’accès pour votre compte.',
  tooManyAttempts: 'Trop de tentatives. Patientez une minute, puis réessayez.',
}
