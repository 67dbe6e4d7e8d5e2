// The server as its image starts it: what is copied and no more, nothing to write but /data and /tmp, no rights.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Copy, DockerfileParser } from 'dockerfile-ast'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { childrenOf } from '../../server/test/support/children.ts'
import { here, type Machine } from '../../server/test/support/network.ts'
import { companyFor } from '../../server/test/support/processes.ts'
import { startProcessOn } from '../../server/test/support/server-process.ts'
import { engine } from '../../server/test/support/service.ts'
import { until } from '../../server/test/support/until.ts'
import { picture, upload } from '../../server/test/support/uploads.ts'

const works = spawnSync('bwrap', ['--unshare-user', '--ro-bind', '/', '/', 'true']).status === 0
if (!works && process.env.CI) throw new Error('The test of the image needs bubblewrap.')
if (!works) console.error('NO bwrap IS HERE: that the server lives in its image is left out.')
const skip =
  engine === 'postgres' ? 'what it writes does not go by the engine' : !works && 'there is no bwrap'

const dockerfile = DockerfileParser.parse(readFileSync(join(root, 'Dockerfile'), 'utf8'))
const lastStage = dockerfile.getFROMs().at(-1)!.getRange().start.line
/** What the image copies, and is here without building it. */
const copied = (dockerfile.getInstructions().filter((one) => one.getKeyword() === 'COPY') as Copy[])
  .filter((one) => one.getRange().start.line > lastStage)
  .flatMap((one) => one.getArguments().slice(0, -1))
  .map((argument) => argument.getValue().replace('/build/', ''))
  // Where packages are installed there is nothing else of it.
  .flatMap((path) => (path === 'server' ? ['server/package.json', 'server/node_modules'] : [path]))
  .filter((path) => existsSync(join(root, path)))

/** A priority that is lower than that of its decoders: without rights it gives them no higher one. */
const behind = ['-n', '15']

/** With the user, the rights and the places to write of a container that is started as compose.yaml says. */
function inImage(dataDirectory: string): Machine {
  const contained = [
    ...[
      '--unshare-user',
      '--uid',
      '1000',
      '--gid',
      '1000',
      '--unshare-pid',
      '--as-pid-1',
      '--cap-drop',
      'ALL',
      '--die-with-parent',
    ],
    ...['/usr', '/bin', '/sbin', '/lib', '/lib64', '/etc'].flatMap((path) => ['--ro-bind-try', path, path]),
    ...['--ro-bind', process.execPath, '/node'],
    ...copied.flatMap((path) => ['--ro-bind', join(root, path), join('/app', path)]),
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp', '--bind', dataDirectory, '/data'],
    ...['--remount-ro', '/', '--chdir', '/app', '--', '/node', '/app/server/src/main.ts'],
  ]
  return {
    ...here,
    spawn: (_program, [, ...args], options) =>
      here.spawn('nice', [...behind, 'bwrap', ...contained, ...args], options),
  }
}

test('it takes a picture, draws it and stops when it is told, in a file system that is read-only, without rights', {
  skip,
  timeout: 120_000,
}, async () => {
  const { config, acme } = await companyFor()
  const machine = inImage(config.dataDirectory)
  const server = await startProcessOn(machine, config, { DATA_DIR: '/data', NODE_ENV: 'production' })
  const [pid] = childrenOf(server.child.pid!)
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  assert.match(status, /^CapEff:\s+0+$/m)
  assert.equal(readFileSync(`/proc/${pid}/mounts`, 'utf8').match(/ \/ \S+ ro,/g)?.length, 1)

  const {
    status: answered,
    body,
    text,
  } = await upload(server, acme, { bytes: await picture(), name: 'a.png' })
  assert.equal(answered, 201, text)
  const headers = { authorization: `Bearer ${acme.token}` }
  const drawn = await until('it is drawn', async () => {
    const answer = await fetch(`${server.url}/api/assets/${body.data.id}`, { headers })
    const { data } = (await answer.json()) as { data: { status: string; thumbnail_url: string } }
    return data.status === 'ready' ? data.thumbnail_url : undefined
  })
  assert.equal((await fetch(drawn)).status, 200)
  assert.equal((await fetch(`${server.url}/`)).status, 200)
  assert.equal((await fetch(`${server.url}/docs/quick-start`)).status, 200)
  process.kill(pid!, 'SIGTERM')
  assert.equal(await server.ended, 0)
})
