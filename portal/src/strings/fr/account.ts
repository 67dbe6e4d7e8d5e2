import type { Catalog } from '../../language/catalog.ts'

export const accountText: Catalog['accountText'] = {
  title: 'Votre compte',
  description: 'Votre nom et votre connexion',

  profile: 'Profil',
  profileText: 'Les autres membres de vos entreprises voient votre nom.',
  name: 'Nom',
  email: 'Adresse e-mail',
  emailHint: 'Vous vous connectez avec cette adresse e-mail. Demandez à votre opérateur de la modifier.',
  saveName: 'Enregistrer le nom',
  nameSaved: 'Nom enregistré',

  language: 'Langue',
  languageText: 'La langue du portail et des e-mails que vous recevez.',

  password: 'Mot de passe',
  passwordText:
    'Changer de mot de passe met fin à toutes vos autres sessions et déconnecte vos applications.',
  currentPassword: 'Mot de passe actuel',
  newPassword: 'Nouveau mot de passe',
  changePassword: 'Changer le mot de passe',
  passwordChanged: 'Mot de passe modifié',

  twoFactor: 'Authentification à deux facteurs',
  twoFactorText:
    'Après votre mot de passe, vous saisissez un code fourni par une application sur votre téléphone. Le mot de passe seul ne suffit plus.',
  on: 'Activée',
  off: 'Désactivée',
  turnOn: 'Activer',
  turnOff: 'Désactiver',
  newCodes: 'Créer de nouveaux codes de secours',
  confirmPassword: 'Confirmez avec votre mot de passe',
  turnOnTitle: 'Activer l’authentification à deux facteurs',
  turnOffTitle: 'Désactiver l’authentification à deux facteurs ?',
  turnOffText: 'Votre mot de passe suffira pour vous connecter. Vos codes de secours ne fonctionneront plus.',
  newCodesTitle: 'Créer de nouveaux codes de secours ?',
  newCodesText: 'Vos codes de secours actuels cessent immédiatement de fonctionner.',
  goOn: 'Continuer',
  scan: 'Scannez ce code avec une application d’authentification, comme 1Password, Google Authenticator ou Aegis.',
  qr: 'Code QR pour votre application d’authentification',
  secret: 'Ou saisissez cette clé dans l’application',
  copySecret: 'Copier la clé',
  code: 'Code de l’application',
  codesTitle: 'Conservez vos codes de secours',
  codesText:
    'Chaque code vous permet de vous connecter une fois sans votre téléphone. Les codes ne sont affichés qu’une seule fois.',
  copyCodes: 'Copier les codes',
  codesFile: 'atelier-codes-de-secours.txt',
  keptThem: 'Codes conservés',
  isOn: 'Authentification à deux facteurs activée',
  isOff: 'Authentification à deux facteurs désactivée',

  singleSignOn: 'Authentification unique',
  singleSignOnText: 'Connectez-vous avec le compte de votre organisation.',
  connected: 'Connecté',
  notConnected: (name) => `${name} n’est pas encore connecté.`,
  connect: (name) => `Connecter ${name}`,
  connectFailed:
    'L’authentification unique n’a pas été connectée. Connectez-vous à votre organisation avec l’adresse e-mail de ce compte, puis réessayez.',

  passkeys: 'Clés d’accès',
  passkeysText:
    'Connectez-vous avec votre empreinte, votre visage ou une clé de sécurité au lieu d’un mot de passe.',
  noPasskeys: 'Aucune clé d’accès pour l’instant.',
  addPasskey: 'Ajouter une clé d’accès',
  passkeyName: 'Nom',
  passkeyNameHint: 'Un nom que vous reconnaissez, par exemple « Portable professionnel ».',
  unnamedPasskey: 'Clé d’accès',
  added: 'Ajoutée',
  passkeyAdded: 'Clé d’accès ajoutée',
  remove: 'Supprimer',
  removePasskey: (name) => `Supprimer ${name}`,
  removePasskeyTitle: (name) => `Supprimer « ${name} » ?`,
  removePasskeyText:
    'Vous ne pourrez plus vous connecter avec cette clé d’accès. Supprimez-la aussi de votre appareil.',
  passkeyRemoved: 'Clé d’accès supprimée',

  sessions: 'Sessions',
  sessionsText:
    'Navigateurs connectés à votre compte. Si vous ne reconnaissez pas une session, mettez-y fin et changez votre mot de passe.',
  thisSession: 'Cette session',
  unknownDevice: 'Appareil inconnu',
  browserOn: (browser, system) => `${browser} sous ${system}`,
  inUse: 'En cours d’utilisation',
  lastUsed: 'Dernière utilisation',
  end: 'Mettre fin à la session',
  endSession: (device) => `Mettre fin à la session : ${device}`,
  sessionEnded: 'Session terminée',
  endOthers: 'Mettre fin à toutes les autres sessions',
  othersEnded: 'Toutes les autres sessions sont terminées',
}
