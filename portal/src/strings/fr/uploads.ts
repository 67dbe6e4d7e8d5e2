import type { Catalog } from '../../language/catalog.ts'
import { counted, number } from './numbers.ts'

export const uploadText: Catalog['uploadText'] = {
  upload: 'Importer',
  chooseFiles: 'Fichiers',
  chooseFolder: 'Dossier',
  dropHere: 'Déposez pour importer',
  dropInto: (folder) => `Déposez pour importer dans ${folder}`,
  dropHint: 'Fichiers et dossiers entiers.',
  title: 'Imports',
  uploading: (done, all) => `Import de ${number(done)} sur ${number(all)}`,
  finished: (count) => counted(count, 'fichier importé', 'fichiers importés'),
  failedOf: (count) => counted(count, 'fichier en échec', 'fichiers en échec'),
  paused: 'En pause',
  waiting: 'En attente',
  uploaded: 'Importé',
  duplicate: 'Importé. La bibliothèque contient déjà ce fichier.',
  showDuplicate: 'Afficher la ressource existante',
  dropCopy: 'Mettre la copie à la corbeille',
  sameName: 'Le dossier contient déjà un fichier portant ce nom.',
  sameNames: (count) =>
    `Leurs dossiers contiennent déjà ${counted(count, 'fichier', 'fichiers')} portant ces noms. Pour tous :`,
  forAll: 'Tous les fichiers dont le nom existe',
  choices: { skip: 'Ignorer', add: 'Ajouter quand même', version: 'Nouvelle version' },
  newVersion: 'Importé comme nouvelle version',
  skipped: 'Ignoré',
  skippedOf: (count) => counted(count, 'fichier ignoré', 'fichiers ignorés'),
  askingOf: (count) =>
    counted(count, 'fichier demande une décision', 'fichiers demandent une décision'),
  lost: 'Choisissez à nouveau le fichier pour continuer',
  lostOf: (count) => `${counted(count, 'fichier', 'fichiers')} à choisir à nouveau`,
  chooseAgain: (count) =>
    count === 1
      ? 'La page a été rechargée, et le navigateur n’a pas conservé 1 fichier volumineux. Choisissez-le à nouveau pour continuer.'
      : `La page a été rechargée, et le navigateur n’a pas conservé ${counted(count, 'fichier', 'fichiers')}. Choisissez-les à nouveau pour continuer.`,
  chooseLost: 'Choisir à nouveau',
  otherFile: (name) =>
    `${name} a changé ou est un autre fichier. Choisissez le même fichier pour continuer, ou importez celui-ci comme nouveau fichier.`,
  offline: 'Hors ligne. L’import reprend quand la connexion revient.',
  emptyFile: 'Le fichier est vide.',
  removeOf: (name) => `Retirer ${name} de la liste`,
  total: 'Tous les imports',
  progressOf: (name) => `Progression de ${name}`,
  pauseOf: (name) => `Mettre ${name} en pause`,
  resumeOf: (name) => `Reprendre ${name}`,
  retryOf: (name) => `Réessayer ${name}`,
  cancelOf: (name) => `Annuler ${name}`,
  showOf: (name) => `Afficher ${name}`,
  pauseAll: 'Tout mettre en pause',
  resumeAll: 'Tout reprendre',
  cancelAll: 'Tout annuler',
  cancelTitle: (count) => `Annuler l’import de ${counted(count, 'fichier', 'fichiers')} ?`,
  cancelText:
    'Les fichiers importés sont conservés. Pour importer les autres plus tard, choisissez-les à nouveau.',
  clear: 'Fermer',
  collapse: 'Afficher moins',
  expand: 'Afficher plus',
  more: (count) => `et ${counted(count, 'autre fichier', 'autres fichiers')}`,
  nothingFound: 'Vous n’avez déposé aucun fichier. Déposez des fichiers ou un dossier qui en contient.',
}
