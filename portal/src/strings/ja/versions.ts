import type { Catalog } from '../../language/catalog.ts'

export const versionText: Catalog['versionText'] = {
  title: 'バージョン',
  version: (version) => `バージョン ${version}`,
  by: '作成者：',
  current: '現在',
  restoredFrom: (version) => `バージョン ${version} から復元`,
  restore: '復元',
  restoreOf: (version) => `バージョン ${version} を復元`,
  restored: (version) => `バージョン ${version} を復元しました`,
  open: (version) => `バージョン ${version} を開く`,
  upload: '新しいバージョンをアップロード',
  uploaded: '新しいバージョンをアップロードしました',
}
