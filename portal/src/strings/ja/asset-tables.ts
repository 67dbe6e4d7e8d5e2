import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

const assetsOf = (count: number) => `アセット ${number(count)} 件`
const cellsOf = (count: number) => `セル ${number(count)} 個`

export const assetTableText: Catalog['assetTableText'] = {
  menu: '表計算',
  export: 'CSV をエクスポート',
  import: 'CSV をインポート',

  exportTranslations: '翻訳付きの CSV をエクスポート…',
  exportTranslationsTitle: '翻訳付きでエクスポート',
  aboutTranslations: '言語ごとに名前、説明、代替テキストの列があります。空のセルはまだ翻訳されていません。',
  languages: '言語',
  chooseLanguages: '言語を選択してください',

  importTitle: 'CSV をインポート',
  about:
    '表示中のアセットをエクスポートし、表計算ソフトでセルを編集してから、ここでファイルを選択します。確認するまで何も変更されません。',
  rules: '空のセルは値を削除します。ない列は変更されません。',
  file: 'CSV または XLSX ファイル',
  choose: 'ファイルを選択',
  check: '変更を表示',

  changes: '変更',
  row: '行',
  asset: 'アセット',
  column: '列',
  before: '変更前',
  after: '変更後',
  empty: '空',
  faults: 'エラーのあるセル',
  fault: 'エラー',
  nothing: 'このファイルによる変更はありません。',
  found: (changes, faults) =>
    [
      `${assetsOf(changes)}が変更されます。`,
      ...(faults > 0 ? [`${cellsOf(faults)}にエラーがあります。`] : []),
    ].join(''),
  more: (count) => `ほか ${number(count)} 件`,
  skipFaults: 'エラーのある行を飛ばす',
  apply: (count) => `${assetsOf(count)}を変更`,
  applied: (count) => `${assetsOf(count)}を変更しました`,
  back: '別のファイルを選択',
}
