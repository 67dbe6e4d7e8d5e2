import type { Catalog } from '../../language/catalog.ts'
import { isThisComputer } from '../this-computer.ts'

export const connectText: Catalog['connectText'] = {
  title: (app) => `Connecter ${app} ?`,
  pageTitle: 'Connecter une application',
  description: (redirectHost, host) =>
    (host === null
      ? ''
      : isThisComputer(redirectHost)
        ? `Un programme sur cet ordinateur prétend être l’application publiée sur ${host}. `
        : `L’application est publiée sur ${host}. `) +
    `Vous revenez à ${redirectHost}, qui peut ensuite utiliser Atelier avec votre compte.`,
  trust:
    'N’importe qui peut choisir ce nom. N’autorisez qu’une application que vous êtes en train de connecter.',
  company: 'Entreprise',
  rights: 'L’application pourra',
  optional: 'Vous pouvez aussi autoriser l’application à',
  noRights: 'Votre rôle dans cette entreprise n’autorise aucun des accès demandés par l’application.',
  allow: 'Autoriser',
  deny: 'Refuser',
  asPerson: (email) => `Connecté en tant que ${email}`,
  noCompany: 'Vous n’êtes membre d’aucune entreprise. Demandez une invitation à un administrateur.',
  refusedTitle: 'Impossible de connecter l’application',
  rightOf: {
    'templates:read': 'rechercher et lire des modèles',
    'assets:read': 'rechercher et afficher des ressources',
    'brandkit:read': 'lire des kits de marque',
    'renders:read': 'vérifier des valeurs pour des modèles',
    'renders:write': 'effectuer le rendu de modèles',
    'assets:write': 'modifier les noms, les champs de texte et les tags des ressources',
  },

  apps: 'Applications connectées',
  appsText: 'Assistants et autres applications qui utilisent Atelier avec votre compte.',
  noApps: 'Aucune application connectée. Les assistants que vous connectez à Atelier apparaissent ici.',
  lastUsed: 'Dernière utilisation',
  neverUsed: 'Pas encore utilisée',
  disconnect: 'Déconnecter',
  disconnectApp: (app) => `Déconnecter ${app}`,
  disconnectTitle: (app) => `Déconnecter « ${app} » ?`,
  disconnectText:
    'L’application perd immédiatement l’accès. Vous pourrez la reconnecter depuis l’application.',
  disconnected: 'Application déconnectée',
}
