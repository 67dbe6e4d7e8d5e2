import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** Linters and client generators of other vendors. Only `npm run check:vendor-tools` and `.ci/run` install them. */

export const toolsDirectory = fileURLToPath(new URL('.', import.meta.url))
export const areInstalled = existsSync(`${toolsDirectory}node_modules`)

const run = promisify(execFile)
const outputBytesMax = 16 * 1024 * 1024

/**
 * Runs a tool in a directory.
 * @returns its output.
 * @throws {Error} with the output if the tool fails.
 */
export async function runTool(name: string, args: readonly string[], cwd: string): Promise<string> {
  try {
    const { stdout } = await run(`${toolsDirectory}node_modules/.bin/${name}`, args, {
      cwd,
      maxBuffer: outputBytesMax,
      // The tools must not report their use.
      env: { ...process.env, REDOCLY_TELEMETRY: 'off', DO_NOT_TRACK: '1', CI: 'true', NO_COLOR: '1' },
    })
    return stdout
  } catch (error) {
    const {
      stdout = '',
      stderr = '',
      message,
    } = error as { stdout?: string; stderr?: string; message: string }
    throw new Error(`${message}\n${stdout}\n${stderr}`)
  }
}

/** Its client cannot send a body that is a form or bytes, so it gets only forms (docs/guides/quick-start.md). */
const orvalConfig = {
  atelier: {
    input: './openapi.json',
    output: {
      target: './client.ts',
      client: 'fetch',
      override: { contentType: { exclude: ['application/octet-stream'] } },
    },
  },
}

type Client = {
  name: string
  /** Writes the client into the directory, from `openapi.json` there. */
  generate(directory: string): Promise<unknown>
  /** A program that lists the assets, uploads a file, and prints the ID of the new asset. */
  program: string
}

/** The environment of each program. */
const settings = `
declare const process: { env: Record<string, string | undefined> }
const { URL_OF_SERVER: baseUrl = '', TOKEN: token = '' } = process.env
const headers = { Authorization: \`Bearer \${token}\` }
const file = new File(['from a generated client'], 'generated.txt', { type: 'text/plain' })
`

export const clients: readonly Client[] = [
  {
    name: 'openapi-typescript',
    generate: (directory) => runTool('openapi-typescript', ['openapi.json', '-o', 'paths.ts'], directory),
    program: `
import createClient from 'openapi-fetch'
import type { paths } from './paths'
${settings}
async function main() {
  const api = createClient<paths>({ baseUrl, headers })
  const { data: page } = await api.GET('/api/assets', { params: { query: { per_page: 1 } } })
  const count: number = page!.data.length
  const form = new FormData()
  form.append('file', file)
  const { data, error } = await api.POST('/api/assets', { body: { file: '' }, bodySerializer: () => form })
  if (error) throw new Error(JSON.stringify(error))
  const id: string = data.data.id
  console.log(count, id)
}
void main()
`,
  },
  {
    name: 'hey-api',
    generate: (directory) => runTool('openapi-ts', ['-i', 'openapi.json', '-o', 'client'], directory),
    program: `
import { client } from './client/client.gen'
import { createAsset, listAssets } from './client'
${settings}
async function main() {
  client.setConfig({ baseUrl, headers })
  const { data: page } = await listAssets({ query: { per_page: 1 } })
  const count: number = page!.data.length
  const { data, error } = await createAsset({ body: { file } })
  if (error) throw new Error(JSON.stringify(error))
  const id: string = data!.data.id
  console.log(count, id)
}
void main()
`,
  },
  {
    name: 'orval',
    async generate(directory) {
      await writeFile(join(directory, 'orval.config.cjs'), `module.exports = ${JSON.stringify(orvalConfig)}`)
      await runTool('orval', ['--config', 'orval.config.cjs'], directory)
    },
    program: `
import { createAsset, listAssets } from './client'
${settings}
async function main() {
  const plain = globalThis.fetch
  globalThis.fetch = (path, init) => plain(new URL(String(path), baseUrl), init)
  const page = await listAssets({ per_page: 1 }, { headers })
  if (page.status !== 200) throw new Error(JSON.stringify(page.data))
  const count: number = page.data.data.length
  const made = await createAsset({ file }, { headers })
  if (made.status !== 201) throw new Error(JSON.stringify(made.data))
  const id: string = made.data.data.id
  console.log(count, id)
}
void main()
`,
  },
  {
    name: 'swagger-typescript-api',
    generate: (directory) =>
      runTool(
        'swagger-typescript-api',
        ['generate', '--path', 'openapi.json', '--output', 'client', '--name', 'api.ts'],
        directory,
      ),
    program: `
import { Api } from './client/api'
${settings}
async function main() {
  const { api } = new Api({ baseUrl, baseApiParams: { headers } })
  const { data: page } = await api.listAssets({ per_page: 1 })
  const count: number = page.data.length
  const { data } = await api.createAsset({ file })
  const id: string = data.data.id
  console.log(count, id)
}
void main()
`,
  },
]
