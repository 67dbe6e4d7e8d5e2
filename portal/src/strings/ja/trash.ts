import type { Catalog } from '../../language/catalog.ts'
import type { TrashKind } from '../../routes/search.ts'
import { listed, number } from './numbers.ts'

const nouns: Record<TrashKind, string> = {
  assets: 'アセット',
  templates: 'テンプレート',
  folders: 'フォルダ',
  'asset-tags': 'アセットのタグ',
  tags: 'テンプレートのタグ',
}

const placeOf = (path: string | undefined) =>
  path === undefined ? '' : path === '/' ? '最上位に' : ` ${path} に`

export const trashText: Catalog['trashText'] = {
  title: 'ゴミ箱',
  description: (days) => `削除した項目は ${days}間保存されます。`,
  descriptionShort: 'まだ復元できる削除済みの項目。',
  kinds: {
    assets: 'アセット',
    templates: 'テンプレート',
    folders: 'フォルダ',
    'asset-tags': 'アセットのタグ',
    tags: 'テンプレートのタグ',
  },
  noneTitle: 'ゴミ箱は空です',
  none: '削除した項目がここに表示され、復元できます。',
  deleted: '削除：',
  daysLeft: (days) => `残り ${number(days)} 日`,
  ending: '残り 1 日未満',
  restore: '復元',
  restoreOf: (name) => `${name} を復元`,
  restoredTo: (path) => `${placeOf(path)}復元しました`,
  restoredAs: (name, path) => `${name} として${placeOf(path)}復元しました`,
  restoredMany: (count, path) => `${number(count)} 件を${placeOf(path)}復元しました`,
  restoredApart: (count) => `${number(count)} 件をそれぞれのフォルダに復元しました`,
  show: '表示',
  topLevel: '最上位',
  actions: '選択した項目の操作',
  selectAll: '読み込み済みをすべて選択',
  selectOf: (name) => `${name} を選択`,
  selected: (count) => `${number(count)} 件選択中`,
  purge: '完全に削除',
  purgeTitle: (count, name) =>
    count === 1 ? `${name} を完全に削除しますか？` : `${number(count)} 件を完全に削除しますか？`,
  purgeText: '元に戻すことはできません。ブランドキットまたはテンプレートで使用中のアセットは残ります。',
  purgeFoldersText:
    'フォルダとともにゴミ箱に移動したアセットとサブフォルダも削除されます。元に戻すことはできません。',
  purged: '完全に削除しました',
  empty: 'ゴミ箱を空にする',
  emptyTitle: 'ゴミ箱を空にしますか？',
  emptyText: (counts) => {
    const end = '元に戻すことはできません。ブランドキットまたはテンプレートで使用中のアセットは残ります。'
    if (counts === undefined) return `ゴミ箱の中身がすべて完全に削除されます。${end}`
    const some = counts.filter(({ count }) => count > 0)
    if (some.length === 0) return 'ゴミ箱はすでに空です。'
    const list = listed(some.map(({ kind, count }) => `${nouns[kind]} ${number(count)} 件`))
    return `${list}が完全に削除されます。${end}`
  },
}
