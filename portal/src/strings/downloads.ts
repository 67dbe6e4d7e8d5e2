import { translated } from '../language/translated.ts'

const filesOf = (count: number) => `${count.toLocaleString('en')} ${count === 1 ? 'file' : 'files'}`

export const downloadText = translated('downloadText', {
  download: 'Download',
  withMetadata: 'Write metadata into the file',
  folderFormats: 'Download as',
  formats: {
    original: 'Original files',
    jpeg: 'JPEG, up to 2,000 px',
    webp: 'WebP, up to 2,000 px',
  },
  begun: (name: string, files: number) => `${name}.zip with ${filesOf(files)} is downloading`,
})
