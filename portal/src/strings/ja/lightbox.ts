import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const lightboxText: Catalog['lightboxText'] = {
  lightbox: '全画面表示',
  open: '全画面表示',
  title: (name) => `${name} の全画面表示`,
  place: (place, total) => (total === undefined ? number(place) : `${number(place)} / ${number(total)}`),
  previous: '前へ',
  next: '次へ',
  page: (page, count) => `${number(count)} ページ中 ${number(page)} ページ`,
  previousPage: '前のページ',
  nextPage: '次のページ',
  pages: 'ページ',
  pageOf: (name, page) => `${name} の ${number(page)} ページ`,
  pageFailed: 'このページは表示できません。',
  close: '全画面表示を閉じる',
  details: '詳細',
  download: 'ダウンロード',
  zoomIn: '拡大',
  zoomOut: '縮小',
  zoomReset: (percent) => `ズーム：${percent}%。画像全体を表示`,
  compare: 'バージョンを比較',
  divider: 'バージョンの区切り線',
  left: '左側のバージョン',
  right: '右側のバージョン',
  nothingToCompare: 'ブラウザーはこのファイルの別のバージョンを表示できません。',
}
