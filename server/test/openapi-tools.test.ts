// Engines: embedded
// Linters and client generators of other vendors accept the API description. `npm run check:vendor-tools` and
// `.ci/run` install them.
import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { copyFile, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { areInstalled, clients, runTool, toolsDirectory } from '../../scripts/vendor-tools/tools.ts'
import { newCompany } from './support/companies.ts'
import { startService } from './support/service.ts'

const options = { skip: !areInstalled && 'npm run check:vendor-tools installs the tools' }
const run = promisify(execFile)
const service = areInstalled ? await startService() : undefined
const acme = service && (await newCompany(service, 'Acme'))
/** The strict options of TypeScript that a program of an integrator can have. */
const strict = {
  compilerOptions: {
    strict: true,
    noImplicitReturns: true,
    noFallthroughCasesInSwitch: true,
    module: 'node16',
    target: 'es2022',
    lib: ['es2023', 'dom', 'dom.iterable'],
    types: [],
    outDir: 'built',
    skipLibCheck: true,
  },
  include: ['**/*.ts'],
  exclude: ['node_modules', 'built'],
}
const documentPath = fileURLToPath(new URL('../openapi.json', import.meta.url))

test('redocly lint --extends recommended reports no errors', options, async () => {
  const output = await runTool(
    'redocly',
    ['lint', documentPath, '--extends', 'recommended', '--format', 'json'],
    toolsDirectory,
  )
  const { totals, problems } = JSON.parse(output)
  assert.equal(totals.errors, 0, JSON.stringify(problems, null, 1))
})

/** Spectral takes the example of a custom property, which has the fields type and default, for a schema. */
const isExampleOfProperty = ({ code, path }: Problem) =>
  code === 'oas3-valid-schema-example' && path.includes('example') && path.at(-1) === 'default'

type Problem = { code: string; path: string[] }

test('spectral:oas reports no errors and no warnings', options, async () => {
  const ruleset = join(toolsDirectory, '.spectral.yaml')
  const args = ['lint', documentPath, '--ruleset', ruleset, '--format', 'json', '--quiet']
  const problems: Problem[] = JSON.parse(await runTool('spectral', args, toolsDirectory))
  assert.deepEqual(
    problems.filter((problem) => !isExampleOfProperty(problem)),
    [],
  )
})

for (const { name, generate, program } of clients) {
  test(`the client of ${name} compiles in strict mode and uploads a file`, options, async (t) => {
    const directory = await mkdtemp(join(tmpdir(), 'atelier-generated-client-'))
    t.after(() => rm(directory, { recursive: true }))
    await copyFile(documentPath, join(directory, 'openapi.json'))
    await symlink(join(toolsDirectory, 'node_modules'), join(directory, 'node_modules'))
    await writeFile(join(directory, 'program.ts'), program)
    await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(strict))
    await generate(directory)
    await runTool('tsc', ['-p', '.'], directory)
    const { stdout } = await run(process.execPath, ['built/program.js'], {
      cwd: directory,
      env: { ...process.env, URL_OF_SERVER: service!.url, TOKEN: acme!.token },
    })
    const id = /ast_\w+/.exec(stdout)![0]
    const { data } = (await acme!.get(`/api/assets/${id}`)).body
    assert.deepEqual([data.filename, data.size], ['generated.txt', 'from a generated client'.length])
  })
}
