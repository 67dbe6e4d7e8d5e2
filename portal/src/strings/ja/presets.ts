import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const presetsText: Catalog['presetsText'] = {
  title: 'プリセット',
  description:
    '名前を付けた画像のサイズと形式です。会社の全員がプリセットで画像をダウンロードでき、共有で提供することもできます。',
  none: 'プリセットはまだありません。会社で使うサイズと形式で画像を提供するには、作成してください。',
  create: 'プリセットを作成',
  created: 'プリセットを作成しました',
  edit: '編集',
  editTitle: (label) => `${label} を編集`,
  save: 'プリセットを保存',
  saved: 'プリセットを保存しました',
  delete: '削除',
  deleteTitle: (label) => `${label} を削除しますか？`,
  deleteText: '共有でこのプリセットは提供されなくなります。既存のリンクは期限まで使えます。',
  deleted: 'プリセットを削除しました',
  actionsOf: (label) => `${label} の操作`,

  start: 'ひな形',
  empty: '空のプリセット',
  suggestions: {
    web: 'Web、JPEG、最大 2,000 px',
    square: 'ソーシャルメディア、正方形 1,080 px',
    print: '印刷、CMYK の TIFF',
  },

  label: 'ラベル',
  labelNone: 'ラベルを入力してください。',
  name: 'リンクでの名前',
  nameHint: '小文字、数字、ハイフン。変更すると、この名前を使うプログラムが動かなくなります。',
  width: '幅（ピクセル）',
  height: '高さ（ピクセル）',
  auto: '自動',
  fit: '合わせ方',
  fits: {
    inside: '枠内に画像全体',
    cover: '焦点を中心に切り抜いて枠いっぱい',
    contain: '余白付きで画像全体',
  },
  format: '形式',
  formats: {
    original: 'オリジナルと同じ',
    jpeg: 'JPEG',
    png: 'PNG',
    webp: 'WebP',
    avif: 'AVIF',
    tiff: 'TIFF',
  },
  quality: '品質',
  qualityHint: '1～100。PNG と TIFF は常に可逆圧縮です。',
  background: '背景',
  backgroundHint: '透明部分と余白を塗りつぶします。空にすると透明（JPEG では白）になります。',
  profile: '色空間',
  profiles: {
    srgb: 'sRGB（画面用）',
    p3: 'Display P3（広色域の画面用）',
    cmyk: 'CMYK（オフセット印刷用、FOGRA39）',
  },
  metadata: 'ファイル内のメタデータ',
  metadataKinds: {
    none: 'なし',
    copyright: '作成者、著作権、利用条件',
    embed: 'すべてのテキスト項目とアセットのタグ',
  },
  enlarge: '小さい画像を拡大',
  size: (width, height) => {
    if (width === null && height === null) return '画像のサイズ'
    if (height === null) return `幅 ${number(width!)} px`
    if (width === null) return `高さ ${number(height)} px`
    return `${number(width)} × ${number(height)} px`
  },
}
