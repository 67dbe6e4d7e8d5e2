import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const paletteText: Catalog['paletteText'] = {
  label: '検索または移動…',
  results: '結果',
  recent: '最近使ったもの',
  groups: {
    asset: 'アセット',
    template: 'テンプレート',
    folder: 'フォルダ',
    collection: 'コレクション',
    asset_tag: 'アセットのタグ',
    template_tag: 'テンプレートのタグ',
    client: 'クライアント',
    member: 'ユーザー',
  },
  allAssets: (words) => `「${words}」のすべてのアセットを表示`,
  allTemplates: (words) => `「${words}」のすべてのテンプレートを表示`,
  count: (count) => `${number(count)} 件の結果`,
  searching: '検索中…',
  nothingFound: '結果なし。別の検索語をお試しください。',
  failed: '一部の結果を読み込めませんでした。検索語を変えて、もう一度お試しください。',
}
