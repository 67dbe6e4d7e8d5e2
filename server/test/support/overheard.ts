import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { openFoundation } from '../../src/app/foundation.ts'
import { startApp } from '../../src/app.ts'
import { parseConfig } from '../../src/config.ts'
import { makeAtelier, startPostgres, withoutServers } from './postgres-server.ts'
import { startProcess } from './server-process.ts'
import { atEnd, eachLine, engine, freshConfig, type Service } from './service.ts'
import { until } from './until.ts'

/** A service with the most verbose log. */
export type Overheard = Pick<Service, 'db' | 'url' | 'config'> & {
  /** All log lines so far, by source. */
  words(): Promise<Record<string, string>>
}

/** On PostgreSQL, starts a process with a server that logs each statement and its parameters. */
export const overheard = (env: Record<string, string>): Promise<Overheard> =>
  engine === 'postgres' && !withoutServers
    ? processOverheard({ ...env, LOG_LEVEL: 'trace' })
    : serviceOverheard({ ...env, LOG_LEVEL: 'trace' })

async function serviceOverheard(env: Record<string, string>): Promise<Overheard> {
  const config = await freshConfig(env)
  const foundation = await openFoundation(config)
  const written: string[] = []
  const logger = pino({ level: 'trace' }, { write: eachLine((line) => written.push(line)) })
  const { url, close } = await startApp(config, foundation, logger)
  atEnd(close)
  return { db: foundation.db, url, config, words: async () => ({ 'The log': written.join('\n') }) }
}

const statementsLog = 'statements.log'
const tellAll = ['log_statement=all', 'log_parameter_max_length=-1', 'log_parameter_max_length_on_error=-1']
const intoOneFile = ['logging_collector=on', `log_filename=${statementsLog}`, 'log_rotation_size=0']

async function processOverheard(env: Record<string, string>): Promise<Overheard> {
  const server = await startPostgres({ set: [...tellAll, ...intoOneFile] })
  const directory = await mkdtemp(join(tmpdir(), 'atelier-test-'))
  atEnd(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }))
  const config = parseConfig({ DATA_DIR: directory, DATABASE_URL: await makeAtelier(server), ...env })
  // The observed server creates the schema and the keys, and this server finds them.
  const { url, log, said, complaints } = await startProcess(config, env)
  const { db, close } = await openFoundation(config)
  atEnd(close)

  async function statements() {
    const end = `select 'read until ${performance.now()}'`
    await server.ask(end)
    return until('the log of PostgreSQL', async () => {
      const text = await readFile(join(server.folder, 'data', 'log', statementsLog), 'utf8')
      return text.includes(end) ? text : undefined
    })
  }

  return {
    db,
    url,
    config,
    async words() {
      const logged = await statements()
      const isWhole = /insert into access_tokens[\s\S]*parameters: /i.test(logged)
      assert.ok(isWhole, 'PostgreSQL must log statements with their parameters')
      return {
        'The log': log.map((entry) => JSON.stringify(entry)).join('\n'),
        'What it says beside the log': [...said, ...complaints].join('\n'),
        'The log of PostgreSQL': logged,
      }
    },
  }
}
