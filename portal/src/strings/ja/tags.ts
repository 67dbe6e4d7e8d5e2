import type { Catalog } from '../../language/catalog.ts'

export const tagText: Catalog['tagText'] = {
  title: 'タグ',
  automatic: 'プログラムによる提案',
  add: 'タグを追加',
  remove: (name) => `タグ ${name} を外す`,
  accept: (name) => `提案されたタグ ${name} を承認`,
  reject: (name) => `提案されたタグ ${name} を却下`,

  find: 'タグを検索',
  noneFound: '一致するタグはありません。',
  create: 'タグを作成',
  name: '名前',
  made: 'タグを作成しました',
  actionsOf: (name) => `${name} の操作`,
  rename: '名前を変更',
  renameTitle: (name) => `${name} の名前を変更`,
  merge: '統合',
  mergeTitle: (name) => `${name} を別のタグに統合`,
  mergeText: 'このタグはすべて別のタグに置き換えられ、完全に削除されます。元に戻すことはできません。',
  into: '統合先',
  mergeNow: 'タグを統合',
  merged: (name, into) => `${name} を ${into} に統合しました`,
  trash: 'ゴミ箱に移動',
  trashed: {
    asset: 'タグをゴミ箱に移動しました。アセットは残ります。',
    template: 'タグをゴミ箱に移動しました。テンプレートは残ります。',
  },
  restored: 'タグを復元しました',
}
