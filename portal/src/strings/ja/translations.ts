import type { Catalog } from '../../language/catalog.ts'

export const translationsText: Catalog['translationsText'] = {
  title: '翻訳',
  language: '言語',
  choose: '言語を選択',
  noLanguage: '言語が見つかりません',
  translated: '翻訳済み',
  others: 'その他の言語',
  hint: '言語を選択すると、その言語のテキストを追加できます。',
  labelOf: (label) => `「${label}」のラベル`,
  remove: (language) => `${language}を削除`,
}
