import type { Catalog } from '../../language/catalog.ts'

export const peopleText: Catalog['peopleText'] = {
  title: 'Personnes',
  description: 'Membres de cette entreprise et leurs rôles.',
  invite: 'Inviter un membre',
  members: 'Membres',
  name: 'Nom',
  role: 'Rôle',
  twoFactor: 'Deux facteurs',
  twoFactorOn: 'Activé',
  twoFactorOff: 'Désactivé',
  lastSeen: 'Dernière activité',
  noSession: 'Pas récemment',
  joined: 'Arrivée',
  you: 'Vous',
  byGroup: 'Par groupe',
  menuOf: (name) => `Actions pour ${name}`,

  roles: {
    viewer: 'Lecteur',
    editor: 'Éditeur',
    developer: 'Développeur',
    admin: 'Administrateur',
    owner: 'Propriétaire',
  },
  roleTexts: {
    viewer: 'Peut consulter toute la bibliothèque.',
    editor:
      'Peut tout ce que peut un lecteur, modifier les ressources, les modèles et les kits de marque, et effectuer le rendu de modèles.',
    developer:
      'Peut tout ce que peut un lecteur, effectuer le rendu de modèles, et gérer les clients et les webhooks.',
    admin:
      'Peut tout ce que peuvent un éditeur et un développeur, gérer les personnes et consulter l’activité.',
    owner: 'Peut tout ce que peut un administrateur et gérer les propriétaires.',
  },
  changeRole: 'Changer le rôle',
  changeRoleTitle: (name) => `Changer le rôle de ${name}`,
  roleChanged: 'Rôle modifié',
  saveRole: 'Enregistrer le rôle',
  changeLimit: 'Limiter à des dossiers',
  changeLimitTitle: (name) => `Limiter l’accès de ${name}`,
  limitChanged: 'Accès modifié',
  saveLimit: 'Enregistrer l’accès',
  limited: 'Limité à des dossiers',
  readLimitHint:
    'Un membre limité à des dossiers ne voit aucune autre ressource et ne peut pas utiliser les partages, les archives, les collections, les commentaires ni les rendus.',
  writeLimitHint:
    'Le membre importe et modifie des ressources uniquement dans des dossiers qu’il peut aussi lire.',
  allReadFolders: 'Tous les dossiers que le membre peut lire',
  roleEndsLimit:
    'Les propriétaires et les administrateurs ont accès à tous les dossiers. L’enregistrement supprime la limite de dossiers.',
  roleFromGroups:
    'Ce rôle provient des groupes de votre fournisseur d’identité. Une modification faite ici dure jusqu’à la prochaine authentification unique du membre, sauf pour les propriétaires.',
  remove: 'Retirer le membre',
  removeMember: 'Retirer de l’entreprise',
  removeTitle: (name) => `Retirer ${name} ?`,
  removeText:
    'Cette personne perd immédiatement l’accès à cette entreprise. Tout ce qu’elle a créé est conservé.',
  removeFromGroupsText:
    'La personne perd immédiatement l’accès à cette entreprise. Tout ce qu’elle a créé est conservé. Elle revient à la prochaine authentification unique, sauf si elle quitte aussi le groupe du fournisseur d’identité.',
  removed: 'Membre retiré',

  inviteTitle: 'Inviter un membre',
  email: 'Adresse e-mail',
  emailHint: 'L’invitation n’est valable que pour cette adresse e-mail. Elle expire au bout de sept jours.',
  sendInvitation: 'Envoyer l’invitation',
  mailed: (email) => `Invitation envoyée à ${email}`,
  linkTitle: 'Transmettez le lien d’invitation',
  linkText: (email) =>
    `Aucun serveur de messagerie n’est configuré. Envoyez ce lien à ${email} par un canal de confiance.`,
  link: 'Lien d’invitation',
  copyLink: 'Copier le lien',
  copyLinkOf: (email) => `Copier le lien pour ${email}`,
  invitations: 'Invitations',
  invitedBy: (name) => `invitation de ${name}`,
  ends: 'expire',
  ended: 'expirée : envoyez une nouvelle invitation',
  takeBack: 'Révoquer',
  takeBackOf: (email) => `Révoquer l’invitation de ${email}`,
  takenBack: 'Invitation révoquée',
}
