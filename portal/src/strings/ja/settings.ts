import type { Catalog } from '../../language/catalog.ts'

export const settingsText: Catalog['settingsText'] = {
  title: '設定',
  description: '会社の設定',
  name: '名前',
  nameText: 'メニューと招待に表示されます。',
  save: '名前を保存',
  saved: '名前を保存しました',
  location: '位置情報',
  locationText:
    '写真には撮影場所が含まれることがあります。ライブラリのファイルには位置情報が残りますが、ダウンロード、リンク、共有、ZIP では除外できます。',
  removeLocation: 'ライブラリから出るファイルの GPS 座標と地名を削除',
  locationRemoved: 'ダウンロードから位置情報を削除します',
  locationKept: 'ダウンロードに位置情報を残します',
  enterprise: '組織',
  enterpriseText: '会社が所属する組織。',
  id: '会社 ID',
  idText: 'サポートへの問い合わせや、ID を必要とするツールで使います。',
  copyId: '会社 ID をコピー',
}
