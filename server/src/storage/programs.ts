import { programs } from '../config/programs.ts'
import type { Format } from './file-formats.ts'

export const programOf = (extension: string): Format => ({
  kind: 'other',
  mimeType: mimeTypesOf[extension] ?? 'application/octet-stream',
  extensions: [extension],
  label: programs[extension]!,
})

const mimeTypesOf: Record<string, string> = {
  exe: 'application/x-msdownload',
  dll: 'application/x-msdownload',
  msi: 'application/x-msi',
  elf: 'application/x-elf',
  macho: 'application/x-mach-binary',
  class: 'application/java-vm',
  jar: 'application/java-archive',
  apk: 'application/vnd.android.package-archive',
  deb: 'application/x-deb',
  rpm: 'application/x-rpm',
  sh: 'application/x-sh',
  bash: 'application/x-sh',
  js: 'text/javascript',
  mjs: 'text/javascript',
  cjs: 'text/javascript',
}
