import type { Config } from '../../src/config.ts'

const { PATH, NODE_COMPILE_CACHE } = process.env

/** All that processes which tests start get of our variables: where programs are, and what Node has compiled before. */
export const inherited = { PATH, NODE_COMPILE_CACHE }

/** For a command of the operator, or a server, on the directory and the database of a config. */
export const environmentOf = ({ dataDirectory, database, secretKey }: Config) => ({
  ...inherited,
  DATA_DIR: dataDirectory,
  ...(database.kind === 'postgres' && { DATABASE_URL: database.url }),
  ...(secretKey && { SECRET_KEY: secretKey.toString('base64') }),
})
