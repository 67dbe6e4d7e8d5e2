import type { Catalog } from '../../language/catalog.ts'
import { isThisComputer } from '../this-computer.ts'

export const connectText: Catalog['connectText'] = {
  title: (app) => `${app} を接続しますか？`,
  pageTitle: 'アプリを接続',
  description: (redirectHost, host) =>
    (host === null
      ? ''
      : isThisComputer(redirectHost)
        ? `このコンピューターのプログラムが、${host} で公開されているアプリだと名乗っています。`
        : `このアプリは ${host} で公開されています。`) +
    `${redirectHost} に戻ると、あなたのアカウントで Atelier を使えるようになります。`,
  trust: 'この名前は誰でも選べます。今まさに接続しようとしているアプリだけを許可してください。',
  company: '会社',
  rights: 'アプリに許可される操作',
  optional: '追加で許可できる操作',
  noRights: 'この会社でのあなたの役割では、アプリが要求するアクセスを許可できません。',
  allow: '許可',
  deny: '拒否',
  asPerson: (email) => `${email} としてサインイン中`,
  noCompany: 'まだどの会社のメンバーでもありません。管理者に招待を依頼してください。',
  refusedTitle: 'アプリを接続できません',
  rightOf: {
    'templates:read': 'テンプレートの検索と閲覧',
    'assets:read': 'アセットの検索と閲覧',
    'brandkit:read': 'ブランドキットの閲覧',
    'renders:read': 'テンプレートの値の確認',
    'renders:write': 'テンプレートのレンダリング',
    'assets:write': 'アセットの名前、テキスト項目、タグの変更',
  },

  apps: '接続済みのアプリ',
  appsText: 'あなたのアカウントで Atelier を使うアシスタントなどのアプリ。',
  noApps: '接続済みのアプリはありません。Atelier に接続したアシスタントがここに表示されます。',
  lastUsed: '最終使用：',
  neverUsed: '未使用',
  disconnect: '接続を解除',
  disconnectApp: (app) => `${app} の接続を解除`,
  disconnectTitle: (app) => `「${app}」の接続を解除しますか？`,
  disconnectText: 'アプリはすぐにアクセスできなくなります。アプリから再接続できます。',
  disconnected: 'アプリの接続を解除しました',
}
