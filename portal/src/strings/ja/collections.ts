import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

const assetsOf = (count: number) => `${number(count)} 件のアセット`

export const collectionText: Catalog['collectionText'] = {
  title: 'コレクション',
  about: '好きなフォルダから選んだアセットを、自由な順序で並べます。',
  count: assetsOf,
  noneTitle: 'コレクションはまだありません',
  none: 'ライブラリでアセットを選択し、「コレクションに追加」を選んでください。',
  noneReader: '編集者が作成したコレクションがここに表示されます。',
  find: 'コレクションを検索',
  noneFound: '一致するコレクションはありません。',

  create: 'コレクションを作成',
  edit: '編集',
  editTitle: (name) => `${name} を編集`,
  name: '名前',
  description: '説明',
  save: '保存',
  created: 'コレクションを作成しました',
  actions: 'コレクションの操作',
  actionsOf: (name) => `${name} の操作`,
  remove: '削除',
  removeTitle: (name) => `${name} を削除しますか？`,
  removeText: 'コレクションとその共有は削除され、復元できません。アセットはライブラリに残ります。',
  removed: 'コレクションを削除しました',
  formats: 'ZIP でダウンロード',

  add: 'コレクションに追加',
  addTitle: (count) => `${assetsOf(count)}をコレクションに追加`,
  added: (count, name) =>
    count === 0
      ? `${name} にはこれらのアセットがすでにあります`
      : `${assetsOf(count)}を ${name} に追加しました`,
  open: '開く',
  newName: '新しいコレクション',
  chosen: 'コレクション',

  arrange: 'このコレクション内',
  toStart: '先頭へ移動',
  earlier: '前へ移動',
  later: '後ろへ移動',
  toEnd: '末尾へ移動',
  cover: 'カバーに使用',
  coverSet: 'カバーを変更しました',
  noCover: '最初のアセットをカバーに使用',
  takeOut: 'コレクションから外す',
  takenOut: (count) => `${assetsOf(count)}をコレクションから外しました`,
  undo: '元に戻す',

  keys: 'Alt と矢印キーで、アセットまたは選択範囲をコレクション内で移動します。',
  toAssets: 'すべてのアセットを表示',
  emptyTitle: 'このコレクションにアセットはありません',
  empty:
    'ライブラリでアセットを選択して「コレクションに追加」を選ぶか、コレクション名にドラッグしてください。',
  emptyReader: '編集者が追加したアセットがここに表示されます。',
}
