import { translated } from '../language/translated.ts'

const assetsOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'asset' : 'assets'}`

export const collectionText = translated('collectionText', {
  title: 'Collections',
  about: 'Hand-picked assets from any folders, in a custom order.',
  count: assetsOf,
  noneTitle: 'No collections yet',
  none: 'Select assets in the library and choose Add to collection.',
  noneReader: 'Collections that editors create appear here.',
  find: 'Find a collection',
  noneFound: 'No matching collections.',

  create: 'Create collection',
  edit: 'Edit',
  editTitle: (name: string) => `Edit ${name}`,
  name: 'Name',
  description: 'Description',
  save: 'Save',
  created: 'Collection created',
  actions: 'Collection actions',
  actionsOf: (name: string) => `Actions for ${name}`,
  remove: 'Delete',
  removeTitle: (name: string) => `Delete ${name}?`,
  removeText:
    'The collection and its shares are deleted and cannot be restored. Its assets stay in the library.',
  removed: 'Collection deleted',
  formats: 'Download as ZIP',

  add: 'Add to collection',
  addTitle: (count: number) => `Add ${assetsOf(count)} to a collection`,
  added: (count: number, name: string) =>
    count === 0 ? `${name} already has these assets` : `${assetsOf(count)} added to ${name}`,
  open: 'Open',
  newName: 'New collection',
  chosen: 'Collection',

  arrange: 'In this collection',
  toStart: 'Move to the start',
  earlier: 'Move earlier',
  later: 'Move later',
  toEnd: 'Move to the end',
  cover: 'Use as cover',
  coverSet: 'Cover changed',
  noCover: 'Use the first asset as cover',
  takeOut: 'Remove from collection',
  takenOut: (count: number) => `${assetsOf(count)} removed from the collection`,
  undo: 'Undo',

  keys: 'Press Alt and an arrow key to move the asset or the selection within the collection.',
  toAssets: 'Show all assets',
  emptyTitle: 'No assets in this collection',
  empty:
    'In the library, select assets and choose Add to collection, or drag them onto the collection in the sidebar.',
  emptyReader: 'Assets that editors add appear here.',
})
