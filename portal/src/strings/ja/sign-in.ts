import type { Catalog } from '../../language/catalog.ts'

export const doorsText: Catalog['doorsText'] = {
  email: 'メールアドレス',
  password: 'パスワード',
  name: '名前',
  newPassword: '新しいパスワード',
  passwordHint: (min) => `${min} 文字以上。文章にすると覚えやすくなります。`,
  passwordTooShort: (min) => `${min} 文字以上入力してください。`,
  emailInvalid: '有効なメールアドレスを入力してください。',
  back: 'サインインに戻る',

  endedTitle: 'セッションが終了しました',
  endedText: (email) =>
    `続けるには ${email} としてサインインしてください。このページの内容は失われず、アップロードも続きます。`,
  otherWay: '別の方法でサインイン',

  signInTitle: 'サインイン',
  signIn: 'サインイン',
  forgot: 'パスワードをお忘れですか？',
  or: 'または',
  passkey: 'パスキーでサインイン',
  sso: (name) => `${name} で続行`,
  ssoFailed: 'シングルサインオンに失敗しました。もう一度試すか、別の方法でサインインしてください。',
  ssoTooLate: 'サインインに時間がかかりすぎたか、別のウィンドウで開始されました。もう一度お試しください。',
  ssoNotJoined:
    'アカウントにはパスワードがあります。まずパスワードでサインインし、アカウントのページでシングルサインオンを接続してください。',
  ssoNotInvited:
    '組織で使われているメールアドレスへの招待がありません。このメールアドレスの招待を管理者に依頼してください。',
  ssoNoAccess:
    'アクセスできる会社がありません。アクセス権のあるグループへの追加を IT 担当者に依頼するか、招待を管理者に依頼してください。',
  ssoGroupsUnreadable:
    '所属グループを読み取れなかったため、アクセス権を確認できません。IT 担当者に連絡してください。',

  twoFactorTitle: '2 要素認証',
  twoFactorApp: '認証アプリの 6 桁のコードを入力してください。',
  twoFactorBackup: 'バックアップコードを 1 つ入力してください。各コードは 1 回だけ使えます。',
  code: 'コード',
  backupCode: 'バックアップコード',
  trust: 'このデバイスでは 30 日間確認しない',
  verify: 'コードを確認',
  useBackup: 'バックアップコードを使用',
  useApp: '認証アプリを使用',

  forgotTitle: 'パスワードの再設定',
  forgotText: '新しいパスワードを設定するリンクを送信します。',
  sendLink: 'リンクを送信',
  sentTitle: 'メールを確認してください',
  sent: (email) => `${email} のアカウントがあれば、リンクが届きます。有効期間は 1 時間です。`,
  noMail:
    'メールサーバーが設定されていません。運用担当者にリンクを依頼してください。「atelier-server person password-link」で作成できます。',

  resetTitle: '新しいパスワードの設定',
  reset: 'パスワードを保存',
  resetDone: 'パスワードを変更しました。新しいパスワードでサインインしてください。',
  linkDeadTitle: 'このリンクは使えなくなりました',
  linkDead: 'リンクの期限が切れたか、すでに使用されています。新しいリンクを要求してください。',
  askAgain: '新しいリンクを要求',

  setupTitle: 'Atelier のセットアップ',
  setupText: 'あなたはこの環境の運用担当者と、最初の会社のオーナーになります。',
  setupToken: 'セットアップトークン',
  setupTokenHint: 'サーバーは起動時にトークンをログに書き込みます。',
  you: 'あなた',
  organization: '組織',
  enterprise: '組織名',
  enterpriseHint: '組織全体の名前。複数の会社を持てます。',
  firstCompany: '最初の会社',
  firstCompanyHint: '会社ごとにライブラリがあります。ブランド、支社、国などを会社にできます。',
  finish: 'セットアップを完了',

  invitationTo: (company) => `${company} に招待されています`,
  invitedBy: (email, role) => `${email} から${role}として招待されました。`,
  toPortal: 'ポータルを開く',
  invitationAs: (email) => `${email} としてサインインしています。`,
  makeAccount: 'アカウントを作成',
  accept: '招待を承諾',
  joined: (company) => `${company} へようこそ`,
  otherAccount: '別のアカウントを使用',
  invitationDeadTitle: 'この招待は使えません',
  invitationDead:
    '招待の期限が切れたか、取り消されたか、すでに承諾されたか、別のメールアドレス宛てです。新しい招待を依頼してください。',
}
