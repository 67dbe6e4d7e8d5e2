import type { Catalog } from '../../language/catalog.ts'

export const savedSearchText: Catalog['savedSearchText'] = {
  title: '保存した検索',
  save: '検索を保存',
  saveTitle: 'この検索を保存',
  name: '名前',
  company: '会社の全員に表示',
  companyHint: '選択しない場合は、自分だけに表示されます。',
  follow: 'フォロー',
  followHint: '条件に合う新しいアセットを、1 日 1 回までメールでお知らせします。',
  saved: '検索を保存しました',

  actions: '検索の操作',
  actionsOf: (name) => `${name} の操作`,
  unfollow: 'フォローをやめる',
  followed: (name) => `${name} をフォローしました`,
  unfollowed: (name) => `${name} のフォローをやめました`,
  rename: '名前を変更',
  renameTitle: (name) => `${name} の名前を変更`,
  submitName: '名前を変更',
  update: '現在のフィルターで更新',
  updated: (name) => `${name} を現在のフィルターで更新しました`,
  share: '会社に表示',
  shared: (name) => `${name} は会社の全員に表示されます`,
  hide: '非公開にする',
  hidden: (name) => `${name} は自分だけに表示されます`,
  remove: '削除',
  removeTitle: (name) => `${name} を削除しますか？`,
  removeText: '保存した検索は削除され、元に戻せません。見つかったアセットはライブラリに残ります。',
  removed: '保存した検索を削除しました',
  notShown: (filters) =>
    `この検索の次のフィルターはポータルで表示できないため、無視されます：${filters.join(', ')}`,
}
