import type { Catalog } from '../../language/catalog.ts'

export const changeText: Catalog['changeText'] = {
  names: {
    'folder.trash': 'フォルダの内容を削除中',
    'folder.restore': 'フォルダの内容を復元中',
    'folder.move': 'サブフォルダを移動中',
    'trash.empty': 'ゴミ箱から削除中',
    'asset.batch': 'アセットを変更中',
    'asset.table': 'アセットを変更中',
    'asset_tag.merge': 'タグを統合中',
    'template_tag.merge': 'タグを統合中',
    'property.update': '検索を更新中',
    'property.delete': 'プロパティの値を削除中',
  },
  other: '処理中',
  progress: '進行状況',
  failed: '大きな変更を完了できませんでした。失敗したジョブの確認を運用担当者に依頼してください。',
  unknown: '変更は続いていますが、進行状況を読み込めませんでした',
}
