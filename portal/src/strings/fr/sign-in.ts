import type { Catalog } from '../../language/catalog.ts'

export const doorsText: Catalog['doorsText'] = {
  email: 'Adresse e-mail',
  password: 'Mot de passe',
  name: 'Nom',
  newPassword: 'Nouveau mot de passe',
  passwordHint: (min) => `Au moins ${min} caractères. Une phrase convient bien.`,
  passwordTooShort: (min) => `Saisissez au moins ${min} caractères.`,
  emailInvalid: 'Saisissez une adresse e-mail valide.',
  back: 'Retour à la connexion',

  endedTitle: 'Votre session est terminée',
  endedText: (email) =>
    `Connectez-vous en tant que ${email} pour continuer. Rien n’est perdu sur cette page, et les envois se poursuivent.`,
  otherWay: 'Se connecter autrement',

  signInTitle: 'Connexion',
  signIn: 'Se connecter',
  forgot: 'Mot de passe oublié ?',
  or: 'ou',
  passkey: 'Se connecter avec une clé d’accès',
  sso: (name) => `Continuer avec ${name}`,
  ssoFailed: 'L’authentification unique a échoué. Réessayez ou connectez-vous autrement.',
  ssoTooLate: 'La connexion a pris trop de temps ou a commencé dans une autre fenêtre. Réessayez.',
  ssoNotJoined:
    'Votre compte a un mot de passe. Connectez-vous d’abord avec le mot de passe, puis connectez l’authentification unique sur la page de votre compte.',
  ssoNotInvited:
    'Il n’y a pas d’invitation pour l’adresse e-mail utilisée par votre organisation. Demandez à un administrateur d’inviter cette adresse.',
  ssoNoAccess:
    'Vous n’avez accès à aucune entreprise. Demandez à votre service informatique un groupe avec accès, ou une invitation à un administrateur.',
  ssoGroupsUnreadable:
    'Vos groupes n’ont pas pu être lus : votre accès est donc inconnu. Contactez votre service informatique.',

  twoFactorTitle: 'Authentification à deux facteurs',
  twoFactorApp: 'Saisissez le code à six chiffres de votre application d’authentification.',
  twoFactorBackup: 'Saisissez l’un de vos codes de secours. Chaque code fonctionne une fois.',
  code: 'Code à usage unique',
  backupCode: 'Code de secours',
  trust: 'Ne plus demander sur cet appareil pendant 30 jours',
  verify: 'Vérifier le code',
  useBackup: 'Utiliser un code de secours',
  useApp: 'Utiliser l’application d’authentification',

  forgotTitle: 'Réinitialiser votre mot de passe',
  forgotText: 'Nous vous envoyons un lien pour choisir un nouveau mot de passe.',
  sendLink: 'Envoyer le lien',
  sentTitle: 'Consultez votre messagerie',
  sent: (email) =>
    `Si un compte existe pour ${email}, vous recevrez un lien. Il fonctionne pendant une heure.`,
  noMail:
    'Aucun serveur de messagerie n’est configuré. Demandez un lien à votre opérateur : « atelier-server person password-link » en crée un.',

  resetTitle: 'Choisissez un nouveau mot de passe',
  reset: 'Enregistrer le mot de passe',
  resetDone: 'Mot de passe modifié. Connectez-vous avec votre nouveau mot de passe.',
  linkDeadTitle: 'Ce lien ne fonctionne plus',
  linkDead: 'Le lien a expiré ou a déjà été utilisé. Demandez-en un nouveau.',
  askAgain: 'Demander un nouveau lien',

  setupTitle: 'Configurer Atelier',
  setupText: 'Vous devenez l’opérateur de cette installation et le propriétaire de sa première entreprise.',
  setupToken: 'Jeton de configuration',
  setupTokenHint: 'Le serveur écrit le jeton dans son journal au démarrage.',
  you: 'Vous',
  organization: 'Votre organisation',
  enterprise: 'Organisation',
  enterpriseHint: 'L’organisation dans son ensemble. Elle peut avoir plusieurs entreprises.',
  firstCompany: 'Première entreprise',
  firstCompanyHint:
    'Une entreprise a sa propre bibliothèque. Ce peut être une marque, une filiale ou un pays.',
  finish: 'Terminer la configuration',

  invitationTo: (company) => `Vous êtes invité à rejoindre ${company}`,
  invitedBy: (email, role) => `${email} vous a invité avec le rôle ${role}.`,
  toPortal: 'Ouvrir le portail',
  invitationAs: (email) => `Vous êtes connecté en tant que ${email}.`,
  makeAccount: 'Créer un compte',
  accept: 'Accepter l’invitation',
  joined: (company) => `Bienvenue chez ${company}`,
  otherAccount: 'Utiliser un autre compte',
  invitationDeadTitle: 'Cette invitation ne fonctionne pas',
  invitationDead:
    'L’invitation a peut-être expiré, été révoquée ou déjà acceptée, ou elle est destinée à une autre adresse e-mail. Demandez une nouvelle invitation.',
}
