import type { Config } from '../../src/config.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env

/** The only variables that child processes inherit: where programs are, and Node's compile cache. */
export const inherited = { PATH, NODE_COMPILE_CACHE }

/** Variables of an operator command or a server, for the directory and database of a config. */
export const environmentOf = ({ dataDirectory, database, secretKey }: Config) => ({
  ...inherited,
  DATA_DIR: dataDirectory,
  ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  ...(secretKey && { SECRET_KEY: secretKey.toString('base64') }),
})
