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
  rejections: {
    notFound: 'Introuvable. L’élément a été supprimé ou l’URL est incorrecte.',
    inUse:
      'Cet élément est utilisé et ne peut pas être supprimé. Retirez-le d’abord du kit de marque ou du modèle.',
    notEmpty: 'Le dossier n’est pas vide. Déplacez ou supprimez d’abord son contenu.',
    stillChanging: 'Une modification importante est encore en cours. Réessayez quand elle sera terminée.',
    wrongStatus: 'L’état actuel ne le permet pas. Rechargez la page pour le voir.',
    twoSecrets: 'Le client a déjà deux secrets. Attendez l’expiration de l’ancien.',
    needsOwner: 'Une entreprise a besoin d’au moins un propriétaire. Désignez d’abord un autre propriétaire.',
    ownersOnly: 'Seul un propriétaire peut le faire.',
    authorsOnly: 'Seul l’auteur peut le faire.',
    wrongSetupToken: 'Le jeton de configuration est incorrect. Copiez-le depuis le journal du serveur.',
    notInvited: 'L’invitation est destinée à une autre adresse e-mail.',
    inactive: 'L’organisation est inactive. Demandez à votre opérateur de l’activer.',
    assetUnavailable: 'Les droits de la ressource ne le permettent pas actuellement.',
    storageFull: 'Le stockage est plein. Supprimez des fichiers ou demandez plus d’espace à votre opérateur.',
    tooLarge: 'Le fichier est trop volumineux.',
  },
}
