import type { Config } from '../config.ts'

/** Directories that files are written to, by name. */
export const directoriesOf = ({ dataDirectory, storage }: Config): Record<string, string> => ({
  data: dataDirectory,
  ...(storage.kind === 'disk' && { files: storage.directory }),
})
