// Engines: embedded
// Rules for the image that an edit of the Dockerfile could break unnoticed.
import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { type Copy, DockerfileParser, type From } from 'dockerfile-ast'
import { validate } from 'dockerfile-utils'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { variables } from '../../server/src/config.ts'

const text = readFileSync(join(root, 'Dockerfile'), 'utf8')
const dockerfile = DockerfileParser.parse(text)
const instructions = dockerfile.getInstructions()
const all = (keyword: string) => instructions.filter((one) => one.getKeyword() === keyword)
/** The instructions of the last stage, which becomes the image. */
const ofImage = (keyword: string) => {
  const start = dockerfile.getFROMs().at(-1)!.getRange().start.line
  return all(keyword).filter((one) => one.getRange().start.line > start)
}
const textOf = (keyword: string) => ofImage(keyword).map((one) => one.getArgumentsContent() ?? '')
const stages = dockerfile.getFROMs().map((from: From) => from.getBuildStage())

test('a linter finds only valid instructions, flags and arguments', () => {
  const said = validate(text).map(({ message, range }) => `line ${range.start.line + 1}: ${message}`)
  assert.deepEqual(said, [])
})

test('every base image is pinned to a version, and the Node version equals that in package.json', () => {
  const { dependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const [base] = all('ARG').map((one) => one.getArgumentsContent() ?? '')
  assert.equal(base!.split('@')[0], `NODE_IMAGE=docker.io/library/node:${dependencies.node}-trixie-slim`)
  for (const from of dockerfile.getFROMs())
    assert.ok(from.getImage() === `\${NODE_IMAGE}` || stages.includes(from.getImage()), from.toString())
})

test('all processes of the image run as a non-root user, given by number', () => {
  assert.deepEqual(textOf('USER'), ['1000:1000'])
  const last = ofImage('USER')[0]!.getRange().start.line
  assert.ok(ofImage('RUN').every((one) => one.getRange().start.line < last))
})

test('Node is process 1, so that it receives SIGTERM', () => {
  for (const keyword of ['ENTRYPOINT', 'CMD', 'HEALTHCHECK'])
    assert.match(
      textOf(keyword).join(),
      /(^|CMD )\["[^\]]+"\]$/,
      `${keyword} is not a list, so a shell would run in between`,
    )
  assert.deepEqual(textOf('ENTRYPOINT'), ['["node", "/app/server/src/main.ts"]'])
})

test('the image has a health check', () => {
  assert.match(textOf('HEALTHCHECK').join(), /\/readyz/)
})

test('nothing is downloaded from a URL or unpacked implicitly', () => {
  assert.deepEqual(all('ADD'), [])
  assert.doesNotMatch(text, /\b(curl|wget)\b/)
})

test('the image contains no secrets and no unknown variables', () => {
  const names = [...textOf('ENV'), ...textOf('ARG')].flatMap((one) =>
    one.split(/\s+/).map((pair) => pair.split('=')[0]!),
  )
  const known = [...Object.keys(variables.shape), 'NODE_ENV', 'VERSION', 'REVISION']
  assert.deepEqual(
    names.filter((name) => !known.includes(name)),
    [],
  )
  assert.deepEqual(
    names.filter((name) => /SECRET|PASSWORD|TOKEN|KEY|_URL$/.test(name)),
    [],
  )
})

test('the image contains the release of npm run pack, and nothing else of the build', () => {
  const installs = all('RUN').map((one) => one.getArgumentsContent() ?? '')
  for (const one of installs.filter((run) => run.includes('npm ci'))) assert.match(one, /--ignore-scripts/)
  assert.match(installs.join('\n'), /node scripts\/pack\.ts --directory \/release$/m)
  const copies = ofImage('COPY') as Copy[]
  assert.deepEqual(copies.map(String), ['COPY --from=build /release ./'])
})

test('every copied file exists and is part of the build context', () => {
  const sent = readFileSync(join(root, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('!'))
    .map((line) => line.slice(1))
  const copied = (all('COPY') as Copy[])
    .filter((one) => !one.getFromFlag())
    .flatMap((one) =>
      one
        .getArguments()
        .slice(0, -1)
        .map((argument) => argument.getValue()),
    )
  assert.ok(copied.length > 10)
  for (const path of copied) {
    assert.ok(existsSync(join(root, path)), path)
    assert.ok(
      sent.some((one) => path === one || path.startsWith(`${one}/`)),
      `${path} is not in the build context`,
    )
  }
})
