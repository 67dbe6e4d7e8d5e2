import type { Catalog } from '../../language/catalog.ts'

export const startText: Catalog['startText'] = {
  title: 'はじめに',
  description: '最初の API 呼び出しまで約 2 分',
  guides: 'ガイドを読む',
  client: 'クライアントを選択',
  clientText:
    'クライアントは API を呼び出すアプリです。シークレットは作成時に一度だけ表示されます。クライアントのページで更新できます。',
  clientLabel: 'クライアント',
  noClients:
    'クライアントは API を呼び出すアプリです。クライアントを作成すると、サンプルコードにシークレットが入ります。',
  askForClient: '会社の開発者または管理者に、クライアント ID とシークレットを依頼してください。',
  openClient: 'クライアントを開く',
  secret: 'クライアントシークレットを設定',
  secretText: 'サンプルコードは環境変数からシークレットを読み取るため、共有するファイルには含まれません。',
  made: 'クライアントシークレットを保存',
  madeText:
    '下のコードにはシークレットが含まれています。このページを離れるまでしか表示されないため、アプリがシークレットを読み取る場所に保存してください。',
  call: 'トークンを取得してテンプレートを一覧表示',
  callText: 'トークンは期限までクライアントを認証します。すべてのリクエストに付けて送信してください。',
  language: '言語',
  copy: 'コードをコピー',
  copySecret: 'コマンドをコピー',
  secretCode: 'シェルコマンド',
  codeIn: (language) => `${language} のコード`,
  arrived: '最初の呼び出しを確認',
  arrivedText:
    'クライアントのリクエストが成功すると、この手順が緑になります。失敗すると、理由が表示されます。',
  waiting: '最初の呼び出しを待っています',
  waitingText: '上のコードを実行してください。このページは開いたままにしてください。',
  called: '呼び出しに成功しました',
  refused: '呼び出しに失敗しました',
  unknownReason: '詳細はレスポンスを確認してください。',
  unknownPath: '不明なパス',
  lastCall: (request, status, ms) => `${request}：${status}（${ms} ms）`,
  log: 'リクエストログを開く',
  reference: 'API リファレンスを見る',
}
