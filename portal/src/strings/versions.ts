export const versionText = {
  title: 'Versions',
  version: (number: number) => `Version ${number}`,
  by: 'by',
  current: 'Current',
  restoredFrom: (number: number) => `Version ${number} again`,
  restore: 'Restore',
  restoreOf: (number: number) => `Restore version ${number}`,
  restored: (number: number) => `Version ${number} is the current one again.`,
  open: (number: number) => `Open version ${number}`,
  upload: 'Upload a new version',
  uploaded: 'The new version is the current one.',
} as const
