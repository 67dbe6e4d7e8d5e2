// Engines: embedded
// compose.yaml uses only keys of the Compose specification and settings of the server.
import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { BlockList } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { parse } from 'yaml'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { parseConfig, variables } from '../../server/src/config.ts'

type Service = {
  image: string
  user: string
  read_only: boolean
  cap_drop: string[]
  cap_add?: string[]
  security_opt: string[]
  restart: string
  pids_limit: number
  command?: string[]
  profiles?: string[]
  environment?: Record<string, string | number>
  healthcheck?: { test?: string[]; disable?: boolean }
  deploy: { resources: { limits: Record<string, string> } }
  depends_on?: Record<string, { condition: string }>
  ports?: string[]
  networks?: Record<string, { ipv4_address?: string }> | string[]
  volumes?: string[]
}

const text = readFileSync(join(root, 'compose.yaml'), 'utf8')
const { services, networks, volumes } = parse(text, { merge: true }) as {
  services: Record<string, Service>
  networks: Record<string, { ipam?: { config: { subnet: string; ip_range: string }[] } } | null>
  volumes: Record<string, null>
}
const nodes = Object.entries(services).filter(([, { image }]) => image.includes('atelier'))
/** Services that run once and exit. */
const once = ['migrate', 'bucket']
const folder = mkdtempSync(join(tmpdir(), 'atelier-compose-'))
after(() => rmSync(folder, { recursive: true }))

/** Variables of a .env file written by `deploy/new-secrets.sh`. */
function newSecrets(file: string) {
  const { status, stderr } = spawnSync(join(root, 'deploy/new-secrets.sh'), [file], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
  const lines = readFileSync(file, 'utf8').split('\n')
  return Object.fromEntries(
    lines.filter((line) => /^[A-Z]/.test(line)).map((line) => line.split(/=(.*)/s) as [string, string]),
  )
}

/** Substitutes variables as compose does: `${NAME}`, `${NAME:?}`, `${NAME:-else}`. */
const filled = (value: string, env: Record<string, string>) =>
  value.replace(/\$\{(\w+)(?::-([^}]*)|:\?)?\}/g, (_, name, otherwise) => env[name] || otherwise || '')

function within(range: string, address: string) {
  const [net, prefix] = range.split('/')
  const list = new BlockList()
  list.addSubnet(net!, Number(prefix))
  return list.check(address)
}

const hasCompose = spawnSync('docker-compose', ['version']).status === 0
if (!hasCompose && process.env.CI) throw new Error('The tests of compose.yaml need docker-compose.')
if (!hasCompose)
  console.error('SKIPPED: docker-compose is not installed, so it is not tested that it accepts compose.yaml.')

test('docker-compose accepts the file, and it is valid by the schema of the Compose specification', {
  skip: !hasCompose && 'docker-compose is not installed',
}, () => {
  const env = newSecrets(join(folder, 'for-compose'))
  const { status, stderr, stdout } = spawnSync(
    'docker-compose',
    ['--file', join(root, 'compose.yaml'), '--profile', '*', 'config'],
    {
      env: { PATH: process.env.PATH, ...env },
      cwd: folder,
      encoding: 'utf8',
    },
  )
  assert.equal(status, 0, stderr)
  assert.deepEqual(Object.keys(parse(stdout).services).sort(), Object.keys(services).sort())
})

test('nothing starts without secrets, and the file contains none', () => {
  const secret = /PASSWORD|SECRET|_KEY$|TOKEN/
  for (const [name, { environment = {} }] of Object.entries(services))
    for (const [variable, value] of Object.entries(environment))
      if (secret.test(variable) && variable !== 'ROOT_ACCESS_KEY')
        assert.match(`${value}`, /^\$\{\w+:\?\}$/, `${name}: ${variable}`)
})

test('every secret is newly generated and readable only by its owner', () => {
  const [one, other] = ['one', 'other'].map((name) => newSecrets(join(folder, name)))
  assert.equal(statSync(join(folder, 'one')).mode & 0o077, 0)
  const asked = [...text.matchAll(/\$\{(\w+):\?\}/g)].map(([, name]) => name!)
  assert.ok(asked.length > 5)
  for (const name of new Set(asked)) {
    assert.ok(one![name], `${name} is empty`)
    if (name !== 'PUBLIC_URL') assert.notEqual(one![name], other![name], name)
  }
})

test('an existing file of secrets is kept', () => {
  const file = join(folder, 'kept')
  newSecrets(file)
  const before = readFileSync(file, 'utf8')
  assert.equal(spawnSync(join(root, 'deploy/new-secrets.sh'), [file]).status, 1)
  assert.equal(readFileSync(file, 'utf8'), before)
})

test('every variable of a node is a valid setting, and the server accepts them together', () => {
  assert.deepEqual(
    nodes.map(([name]) => name),
    ['one', 'two', 'jobs', 'migrate'],
  )
  const env = newSecrets(join(folder, 'for-nodes'))
  for (const [name, { environment = {} }] of nodes) {
    for (const variable of Object.keys(environment))
      assert.ok(variable in variables.shape, `${name}: ${variable}`)
    const given = Object.entries(environment).map(([variable, value]) => [variable, filled(`${value}`, env)])
    const config = parseConfig(Object.fromEntries(given))
    assert.equal(config.database.kind, 'postgres')
    assert.equal(config.storage.kind, 's3')
    assert.ok(config.redisUrl && config.secretKey)
  }
})

test("the nodes trust only the load balancer's IP address", () => {
  const { inside } = services.balancer!.networks as Record<string, { ipv4_address?: string }>
  for (const [, { environment }] of nodes) assert.equal(environment!.TRUSTED_PROXIES, inside!.ipv4_address)
  // In a second shared network, the load balancer would have another IP address.
  const ofBalancer = Object.keys(services.balancer!.networks!)
  for (const [name, one] of nodes) {
    const both = (one.networks as string[]).filter((network) => ofBalancer.includes(network))
    assert.deepEqual(both, ['inside'], name)
  }
})

// Docker assigns the lowest free IP address, so a container that starts first could take an address that
// another container declares.
test('a static IP address is outside the range of automatic assignment', () => {
  const named = Object.entries(services).flatMap(([service, one]) =>
    Object.entries(one.networks && !Array.isArray(one.networks) ? one.networks : {})
      .filter(([, { ipv4_address }]) => ipv4_address)
      .map(([network, { ipv4_address }]) => ({ service, network, address: ipv4_address! })),
  )
  assert.ok(named.length > 0)
  for (const { service, network, address } of named) {
    const { subnet, ip_range } = networks[network]!.ipam!.config[0]!
    assert.ok(within(subnet, address), `${service} is outside its network`)
    assert.ok(ip_range && within(subnet, ip_range.split('/')[0]!), `${network} has no address range`)
    assert.ok(!within(ip_range, address), `${service}'s address can be assigned to another container`)
  }
})

test('nodes that only run jobs start on request, and the load balancer sends them nothing', () => {
  const { profiles, command, depends_on } = services.jobs!
  assert.deepEqual([profiles, command], [['jobs'], ['serve', '--only', 'jobs']])
  assert.ok('migrate' in depends_on!)
  assert.ok(!('jobs' in services.balancer!.depends_on!))
  assert.doesNotMatch(JSON.stringify(services.balancer!.environment), /jobs/)
  const started = Object.entries(services).filter(([, one]) => !one.profiles)
  for (const [name, one] of started) assert.ok(!('jobs' in (one.depends_on ?? {})), name)
})

test('every container runs unprivileged: not as root, read-only except for named paths, without capabilities', () => {
  for (const [name, one] of Object.entries(services)) {
    assert.equal(one.read_only, true, name)
    assert.deepEqual(one.cap_drop, ['ALL'], name)
    assert.deepEqual(one.security_opt, ['no-new-privileges:true'], name)
    // The service changes the owner of a new volume, then exits.
    if (name === 'bucket') assert.deepEqual(one.cap_add, ['CHOWN'])
    else assert.match(one.user, /^[1-9]\d*:[1-9]\d*$/, name)
    if (name !== 'bucket') assert.equal(one.cap_add, undefined, name)
  }
})

test('every container has limits, a restart policy and a health check', () => {
  for (const [name, { deploy, pids_limit, restart, healthcheck, image }] of Object.entries(services)) {
    assert.deepEqual(Object.keys(deploy.resources.limits), ['cpus', 'memory'], name)
    assert.ok(pids_limit > 0, name)
    assert.equal(restart, once.includes(name) ? 'on-failure:3' : 'unless-stopped', name)
    // The image of the nodes has a health check.
    if (!once.includes(name) && !image.includes('atelier')) assert.ok(healthcheck?.test, name)
  }
})

test('each container waits for its dependencies to be healthy, and for one-off containers to complete', () => {
  for (const [name, { depends_on = {} }] of Object.entries(services))
    for (const [other, { condition }] of Object.entries(depends_on)) {
      assert.ok(other in services, `${name}: ${other}`)
      const expected = once.includes(other) ? 'service_completed_successfully' : 'service_healthy'
      assert.equal(condition, expected, `${name}: ${other}`)
    }
  for (const name of ['one', 'two', 'jobs']) assert.ok('migrate' in services[name]!.depends_on!)
})

test('only the load balancer is published, and data is on volumes', () => {
  const withPorts = Object.entries(services).filter(([, { ports }]) => ports)
  assert.deepEqual(
    withPorts.map(([name]) => name),
    ['balancer'],
  )
  const used = Object.values(services).flatMap((one) => one.volumes ?? [])
  for (const name of Object.keys(volumes))
    assert.ok(
      used.some((one) => one.startsWith(`${name}:`)),
      name,
    )
})
