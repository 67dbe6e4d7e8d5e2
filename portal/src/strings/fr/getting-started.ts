import type { Catalog } from '../../language/catalog.ts'

export const startText: Catalog['startText'] = {
  title: 'Premiers pas',
  description: 'Votre premier appel à l’API en deux minutes environ',
  guides: 'Lire les guides',
  client: 'Choisir un client',
  clientText:
    'Un client est une application qui appelle l’API. Le secret n’est affiché qu’une seule fois, à la création du client. Vous pouvez le renouveler sur la page du client.',
  clientLabel: 'Client',
  noClients:
    'Un client est une application qui appelle l’API. Créez un client, et les exemples de code contiendront son secret.',
  askForClient:
    'Demandez à un développeur ou à un administrateur de votre entreprise un ID client et son secret.',
  openClient: 'Ouvrir le client',
  secret: 'Définir le secret du client',
  secretText:
    'L’exemple de code lit le secret dans une variable d’environnement, pour qu’aucun fichier que vous partagez ne le contienne.',
  made: 'Conserver le secret du client',
  madeText:
    'Le code ci-dessous contient le secret. Il n’est affiché que jusqu’à ce que vous quittiez cette page : stockez-le là où votre application lit ses secrets.',
  call: 'Obtenir un jeton et lister les modèles',
  callText: 'Le jeton authentifie le client jusqu’à son expiration. Envoyez-le avec chaque requête.',
  language: 'Langage',
  copy: 'Copier le code',
  copySecret: 'Copier la commande',
  secretCode: 'Commande shell',
  codeIn: (language) => `Code en ${language}`,
  arrived: 'Vérifier le premier appel',
  arrivedText:
    'Cette étape devient verte quand une requête du client aboutit. Si une requête échoue, la raison s’affiche ici.',
  waiting: 'En attente du premier appel',
  waitingText: 'Exécutez le code ci-dessus. Laissez cette page ouverte.',
  called: 'L’appel a abouti',
  refused: 'L’appel a échoué',
  unknownReason: 'Consultez la réponse pour plus de détails.',
  unknownPath: 'un chemin inconnu',
  lastCall: (request, status, ms) => `${request} : ${status} en ${ms} ms`,
  log: 'Ouvrir le journal des requêtes',
  reference: 'Voir la référence de l’API',
}
