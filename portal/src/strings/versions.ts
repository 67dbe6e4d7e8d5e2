import { translated } from '../language/translated.ts'

export const versionText = translated('versionText', {
  title: 'Versions',
  version: (number: number) => `Version ${number}`,
  by: 'by',
  current: 'Current',
  restoredFrom: (number: number) => `Restored from version ${number}`,
  restore: 'Restore',
  restoreOf: (number: number) => `Restore version ${number}`,
  restored: (number: number) => `Version ${number} restored`,
  open: (number: number) => `Open version ${number}`,
  upload: 'Upload new version',
  uploaded: 'New version uploaded',
})
