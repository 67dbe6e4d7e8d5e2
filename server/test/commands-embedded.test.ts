// Engines: embedded
// Operator commands on the embedded database, which only one process can open at a time.
import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Command } from 'commander'
import { createProgram } from '../src/commands/program.ts'
import { parseConfig } from '../src/config.ts'
import { migrations } from '../src/db/migrate.ts'
import { printed, runCommand } from './support/commands.ts'
import { send } from './support/companies.ts'
import { environmentOf } from './support/environment.ts'
import { startProcess } from './support/server-process.ts'
import { atEnd, startOn } from './support/service.ts'

const directory = await mkdtemp(join(tmpdir(), 'atelier-commands-'))
atEnd(() => rm(directory, { recursive: true, force: true }))
const config = parseConfig({ DATA_DIR: directory, PORT: '0' })
const env = environmentOf(config)

const nobody = '00000000000000000000000000'
const document = join(directory, 'document')
await writeFile(document, '{}')

/**
 * All commands except `backup`, which runs beside a server, and `restore`, which needs an empty directory.
 */
const everyCommand = [
  'serve',
  'migrate',
  'company create x',
  'company list',
  'enterprise list',
  `enterprise activate ent_${nobody}`,
  `enterprise deactivate ent_${nobody}`,
  'client create --name x',
  'client list',
  `client rotate cli_${nobody}`,
  `client restrict cli_${nobody} --scopes profile:read`,
  `client delete cli_${nobody}`,
  'person list',
  'person password-link ann@acme.example',
  'person drop-second-factor ann@acme.example',
  'person sign-out ann@acme.example',
  'person operator ann@acme.example',
  'token purge',
  'token check',
  `token revoke --client cli_${nobody}`,
  'secret reseal',
  'secret accept',
  'job list',
  'job retry --all',
  'preview render',
  'audit list',
  'audit export',
  'check',
  `export ${join(directory, 'new')} --company cmp_${nobody}`,
  `import ${document}`,
]
/** Each of these commands can be the first command of an installation, which creates the database. */
const firstCommands = ['serve', 'migrate', `import ${document}`]

test('everyCommand lists every command', () => {
  const leaves = (command: Command, path = ''): string[] =>
    command.commands.length === 0
      ? [path]
      : command.commands.flatMap((sub) => leaves(sub, `${path} ${sub.name()}`.trim()))
  const all = leaves(createProgram(() => assert.fail('names read no configuration')))
  const isTried = (name: string) => everyCommand.some((command) => `${command} `.startsWith(`${name} `))
  assert.deepEqual(
    all.filter((name) => !isTried(name)),
    ['backup', 'restore'],
  )
})

async function assertEachSays(commands: string[], line: string) {
  for (const command of commands)
    assert.deepEqual(
      await runCommand(env, command.split(' ')),
      { code: 2, out: '', err: `${line}\n` },
      command,
    )
}

test('without a database, a command that cannot create one fails and names the command that can', () =>
  assertEachSays(
    everyCommand.filter((command) => !firstCommands.includes(command)),
    `There is no database in ${directory}/db. Check DATA_DIR. To create a new database, run \`atelier-server migrate\`.`,
  ))

// Node's recursive mkdir never returns for this path.
test('a DATA_DIR in which nothing can be created is rejected in one line', async () => {
  for (const command of ['serve', 'migrate'])
    assert.deepEqual(await runCommand({ ...env, DATA_DIR: '/proc/nothing/here' }, [command]), {
      code: 1,
      out: '',
      err: "Cannot use DATA_DIR: ENOENT: no such file or directory, mkdir '/proc/nothing'.\n",
    })
})

test('data created before the first server start is available to the server', async () => {
  const json = async (...args: string[]) => JSON.parse(await printed(env, ...args, '--json'))
  assert.deepEqual(await json('migrate'), { applied: Object.keys(migrations) })
  const { company_id } = await json('company', 'create', 'Acme')
  const { client_id, client_secret } = await json(
    ...['client', 'create', '--name', 'Shop', '--company', company_id],
  )
  const server = await startProcess(config)
  const issued = await send(server, 'POST', '/oauth/access-token', { json: { client_id, client_secret } })
  const headers = { authorization: `Bearer ${issued.body.token.access_token}` }
  assert.equal((await send(server, 'GET', '/api/templates', { headers })).status, 200)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended, 0)
  const { clients } = await json('client', 'list')
  assert.equal(clients[0].client_id, client_id)
})

test('while a server uses the database, every command reports that in one line', async () => {
  const server = await startOn(config)
  atEnd(server.close)
  await assertEachSays(
    everyCommand,
    `The data in ${directory}/db is in use by process ${process.pid}. Stop it first.`,
  )
})
