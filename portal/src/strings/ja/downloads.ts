import type { Catalog } from '../../language/catalog.ts'
import { number } from './numbers.ts'

export const downloadText: Catalog['downloadText'] = {
  download: 'ダウンロード',
  withMetadata: 'メタデータをファイルに書き込む',
  folderFormats: 'ダウンロード形式',
  formats: {
    original: '元のファイル',
    jpeg: 'JPEG、最大 2,000 px',
    webp: 'WebP、最大 2,000 px',
  },
  begun: (name, files) => `${name}.zip（${number(files)} ファイル）をダウンロードしています`,
}
