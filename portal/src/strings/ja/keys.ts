import type { Catalog } from '../../language/catalog.ts'

export const keysText: Catalog['keysText'] = {
  title: 'キーボードショートカット',
  groups: [
    {
      title: 'すべての画面',
      keys: [
        { keys: ['mod+K'], does: 'すべてを検索、またはコマンドを実行' },
        { keys: ['?'], does: 'この一覧を表示' },
        { keys: ['Esc'], does: 'ダイアログやパネルを閉じる' },
      ],
    },
    {
      title: '検索',
      keys: [
        { keys: ['↑', '↓'], does: '次の結果へ' },
        { keys: ['Enter'], does: '結果を開く' },
      ],
    },
    {
      title: 'アセット',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: '次のアセットへ' },
        { keys: ['Page Up', 'Page Down', 'Home', 'End'], does: 'さらに先へ' },
        { keys: ['Enter'], does: 'アセットを開く' },
        { keys: ['Space'], does: 'アセットを選択' },
        { keys: ['Shift+↑', 'Shift+↓'], does: '選択範囲を広げる' },
        { keys: ['mod+A'], does: '読み込み済みのアセットをすべて選択' },
        { keys: ['Esc'], does: '選択を解除' },
        { keys: ['delete'], does: '選択したものをゴミ箱に移動' },
        { keys: ['Alt+←', 'Alt+→', 'Alt+↑', 'Alt+↓'], does: '開いているコレクション内で移動' },
        { keys: ['mod+V'], does: 'クリップボードの画像をアップロード' },
      ],
    },
    {
      title: 'アセット、フォルダ、コレクション、テンプレート',
      keys: [{ keys: ['Shift+F10', 'Menu'], does: '操作メニューを開く' }],
    },
    {
      title: 'フォルダ',
      keys: [
        { keys: ['↑', '↓', 'Home', 'End'], does: '別のフォルダへ' },
        { keys: ['→', '←'], does: 'サブフォルダの表示を切り替え' },
        { keys: ['Enter', 'Space'], does: 'フォルダを開く' },
      ],
    },
    {
      title: '全画面のアセット',
      keys: [
        { keys: ['←', '→'], does: '次のアセットを表示' },
        { keys: ['Page Up', 'Page Down'], does: 'ドキュメントの次のページを表示' },
      ],
    },
    {
      title: '切り抜き、焦点、テキストボックス、区切り線',
      keys: [
        { keys: ['←', '→', '↑', '↓'], does: '移動' },
        { keys: ['Shift+arrow'], does: 'テキストボックスを大きく移動' },
        { keys: ['Alt+arrow'], does: 'テキストボックスのサイズを変更' },
      ],
    },
    {
      title: 'テキスト',
      keys: [
        { keys: ['mod+Enter'], does: '保存' },
        { keys: ['Esc'], does: '変更を破棄' },
      ],
    },
  ],
}
