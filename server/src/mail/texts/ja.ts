import type { MailTexts } from '../texts.ts'

export const ja: MailTexts = {
  unnamed: { company: 'ある会社', member: 'メンバー', client: 'クライアント', item: '項目' },
  more: (count) => `ほか ${count.toLocaleString('ja')} 件`,
  render: (template) => `${template} のレンダリング`,
  digest: {
    commented: (author, item) => `${author} さんが ${item} へのコメントであなたをメンションしました。`,
    submitted: (author, item) => `${author} さんが ${item} のレビューを依頼しました。`,
    approved: (author, item) => `${author} さんが ${item} を承認しました。`,
    rejected: (author, item) => `${author} さんが ${item} を却下しました。`,
  },
  test: {
    subject: 'Atelier のテストメール',
    text: 'こんにちは。\n\nこの Atelier のメールサーバーは正常に動作しています。これは、ご依頼のテストメールです。\n',
  },
  resetPassword: (account, url) => ({
    subject: 'Atelier のパスワードの再設定',
    text: `こんにちは。\n\nAtelier のアカウント ${account} のパスワードの再設定が依頼されました。次のリンクから新しいパスワードを設定してください。リンクは 1 回だけ使用でき、1 時間で無効になります。\n\n${url}\n\nお心当たりがない場合は、このメールを無視してください。パスワードは変更されません。\n`,
  }),
  passwordLinkCreated: (account) => ({
    subject: 'Atelier のパスワード再設定リンクが作成されました',
    text: `こんにちは。\n\n運用担当者が、Atelier のアカウント ${account} の新しいパスワードを設定するためのリンクを作成しました。リンクは運用担当者からお送りします。リンクは 1 回だけ使用でき、1 時間で無効になります。\n\nこのリンクを依頼していない場合は、運用担当者に連絡し、パスワードを変更してください。新しいパスワードを設定すると、リンクは無効になります。\n`,
  }),
  searchesMatched: (company, searches) => ({
    subject: `${company} の新しいアセットが検索に一致しました`,
    text: `こんにちは。\n\nAtelier の ${company} で、フォロー中の次の保存済み検索に新しいアセットが一致しました。\n\n${searches}\n\nこのメールの受信をやめるには、検索を開いて「フォローをやめる」を選択してください。\n`,
  }),
  rightsEnding: (company, assets, url) => ({
    subject: `${company} のアセットの使用権がまもなく終了します`,
    text: `こんにちは。\n\nAtelier の ${company} にある次のアセットの使用権は、記載の日に終了するか、すでに終了しています。\n\n${assets}\n\nその日以降、共有、アーカイブ、レンダリングにこれらのアセットは含まれません。使用権がまもなく終了するアセットの一覧:\n\n${url}\n`,
  }),
  digestOf: (company, items) => ({
    subject: `${company} のコメントとレビューのお知らせ`,
    text: `こんにちは。\n\nAtelier の ${company} のライブラリに、あなた宛ての新しいお知らせがあります。\n\n${items}\n`,
  }),
  invitation: (inviter, company, url) => ({
    subject: `Atelier の ${company} への招待`,
    text: `こんにちは。\n\n${inviter} さんから、Atelier の ${company} のライブラリに招待されました。次のリンクから招待を承諾してください。リンクは 7 日で無効になります。\n\n${url}\n\nお心当たりがない場合は、このメールを無視してください。\n`,
  }),
}
