import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

const assetsOf = (count: number) => `${number(count)} 件のアセット`

export const reviewsText: Catalog['reviewsText'] = {
  title: 'レビュー',
  states: { draft: '下書き', in_review: 'レビュー中', approved: '承認済み', rejected: '却下' },
  steps: {
    draft: '下書きに戻す',
    in_review: 'レビューに提出',
    approved: '承認',
    rejected: '却下する',
  },
  stateOf: (state) => `レビューの状態：${state}`,
  change: 'レビューの状態を変更',
  changeOf: (count) => `${assetsOf(count)}をレビュー`,
  changed: (count) => `${assetsOf(count)}のレビューの状態を変更しました`,
  onlyReviewers: '承認と却下は管理者とオーナーが行います。',
  anyState: 'すべてのレビューの状態',

  history: 'レビューの履歴',
  sentences: {
    draft: (who) => `${who} が下書きに戻しました`,
    in_review: (who) => `${who} がレビューに提出しました`,
    approved: (who) => `${who} が承認しました`,
    rejected: (who) => `${who} が却下しました`,
  },
  someone: '誰か',
  version: (version) => `バージョン ${version}`,
  showAll: (count) => `${number(count)} 件の変更をすべて表示`,
  rejectTitle: '却下する',
  rejectCount: (count) => `${assetsOf(count)}を却下`,
  reason: '理由',
  reasonHint: '任意。レビューの履歴に表示されます。',

  settings: 'レビュー',
  settingsText:
    'アセットとテンプレートを提出、承認、却下できます。新しいファイルには再度レビューが必要です。管理者とオーナーが決定します。',
  use: 'アセットとテンプレートをレビューする',
  used: 'レビューをオンにしました',
  notUsed: 'レビューをオフにしました',
  approvedOnly: '共有では承認済みのアセットだけを表示する',
  approvedOnlyText: 'ほかのアセットは、承認されるまで既存の共有に表示されません。',
  limited: '共有には承認済みのアセットだけが表示されます',
  notLimited: '共有にはすべてのアセットが表示されます',
}
