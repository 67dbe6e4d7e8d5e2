import type { Catalog } from '../../language/catalog.ts'

export const peopleText: Catalog['peopleText'] = {
  title: 'ユーザー',
  description: 'この会社のメンバーと役割。',
  invite: 'メンバーを招待',
  members: 'メンバー',
  name: '名前',
  role: '役割',
  twoFactor: '2 要素認証',
  twoFactorOn: 'オン',
  twoFactorOff: 'オフ',
  lastSeen: '最終アクセス',
  noSession: '最近なし',
  joined: '参加日',
  you: 'あなた',
  byGroup: 'グループによる',
  menuOf: (name) => `${name} の操作`,

  roles: {
    viewer: '閲覧者',
    editor: '編集者',
    developer: '開発者',
    admin: '管理者',
    owner: 'オーナー',
  },
  roleTexts: {
    viewer: 'ライブラリのすべてを閲覧できます。',
    editor:
      '閲覧者の権限に加えて、アセット、テンプレート、ブランドキットの変更と、テンプレートのレンダリングができます。',
    developer:
      '閲覧者の権限に加えて、テンプレートのレンダリングと、クライアントと Webhook の管理ができます。',
    admin: '編集者と開発者の権限に加えて、ユーザーの管理とアクティビティの閲覧ができます。',
    owner: '管理者の権限に加えて、オーナーの管理ができます。',
  },
  changeRole: '役割を変更',
  changeRoleTitle: (name) => `${name} の役割を変更`,
  roleChanged: '役割を変更しました',
  saveRole: '役割を保存',
  changeLimit: 'フォルダに制限',
  changeLimitTitle: (name) => `${name} のアクセスを制限`,
  limitChanged: 'アクセスを変更しました',
  saveLimit: 'アクセスを保存',
  limited: 'フォルダに制限',
  readLimitHint:
    'フォルダに制限されたメンバーには、ほかのアセットは表示されません。共有、アーカイブ、コレクション、コメント、レンダリングは使用できません。',
  writeLimitHint: 'メンバーは、読み取りもできるフォルダ内でのみアセットをアップロードおよび変更できます。',
  allReadFolders: 'メンバーが読み取れるすべてのフォルダ',
  roleEndsLimit:
    'オーナーと管理者はすべてのフォルダにアクセスできます。保存すると、フォルダの制限が解除されます。',
  roleFromGroups:
    'この役割は ID プロバイダーのグループで決まります。ここでの変更は、オーナーを除き、メンバーの次のシングルサインオンまで有効です。',
  remove: 'メンバーを削除',
  removeMember: '会社から削除',
  removeTitle: (name) => `${name} を削除しますか？`,
  removeText: 'この会社へのアクセス権をすぐに失います。作成したものはすべて残ります。',
  removeFromGroupsText:
    'この会社へのアクセス権をすぐに失います。作成したものはすべて残ります。ID プロバイダーのグループからも外さない限り、次のシングルサインオンで再び参加します。',
  removed: 'メンバーを削除しました',

  inviteTitle: 'メンバーを招待',
  email: 'メールアドレス',
  emailHint: '招待はこのメールアドレスでのみ有効です。7 日後に期限が切れます。',
  sendInvitation: '招待を送信',
  mailed: (email) => `${email} に招待を送信しました`,
  linkTitle: '招待リンクを渡してください',
  linkText: (email) =>
    `メールサーバーが設定されていません。信頼できる方法で ${email} にこのリンクを送ってください。`,
  link: '招待リンク',
  copyLink: 'リンクをコピー',
  copyLinkOf: (email) => `${email} 用のリンクをコピー`,
  invitations: '招待',
  invitedBy: (name) => `招待者：${name}`,
  ends: '期限：',
  ended: '期限切れ。新しい招待を送信してください',
  takeBack: '取り消し',
  takeBackOf: (email) => `${email} の招待を取り消し`,
  takenBack: '招待を取り消しました',
}
