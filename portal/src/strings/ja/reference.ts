import type { Catalog } from '../../language/catalog.ts'

export const referenceText: Catalog['referenceText'] = {
  title: 'API リファレンス',
  description: (company) =>
    `すべてのエンドポイントの説明とコンソール（英語）。リクエストはあなたとして実行され、${company} の実際のデータを変更します。`,
  forPrograms: 'ツールには次を使ってください：',
  document: 'OpenAPI ドキュメント',
  open: 'トークンで試す',
  asYou: 'この会社でのあなたのセッション',
  failed: 'API リファレンスを読み込めませんでした。ページを再読み込みしてください。',
}
