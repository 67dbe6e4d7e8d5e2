import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DemoCredentials } from './seed.ts'

const fileName = 'demo-credentials.json'

/** The file with the demo's credentials, readable only by the user that runs the server. */
export type CredentialsFile = {
  path: string
  write(credentials: DemoCredentials & { base_url?: string }): Promise<void>
  read(): Promise<DemoCredentials | undefined>
}

export function credentialsFile(dataDirectory: string): CredentialsFile {
  const path = join(dataDirectory, fileName)
  return {
    path,
    async write({ base_url, ...credentials }) {
      const unfinished = `${path}.new`
      const text = `${JSON.stringify({ base_url, ...credentials }, null, 2)}\n`
      await writeFile(unfinished, text, { mode: 0o600, flush: true })
      await rename(unfinished, path)
    },
    async read() {
      const text = await readFile(path, 'utf8').catch(() => undefined)
      return text === undefined ? undefined : JSON.parse(text)
    },
  }
}

export function banner(url: string, file: string, { clients, people }: DemoCredentials): string {
  const { client_id, client_secret } = clients.acme
  const body = JSON.stringify({ client_id, client_secret })
  return `
Atelier listens at ${url}, with the demo companies Acme and Globex.

  Portal          ${url}${as(people)}
  API reference   ${url}/reference
  Client id       ${client_id}
  Client secret   ${client_secret}
  More of both    ${file}

Get a token (paste it):
  TOKEN=$(curl -s ${url}/oauth/access-token -H 'Content-Type: application/json' -d '${body}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'); echo "$TOKEN"

List templates with it:
  curl -s "${url}/api/templates?per_page=2" -H "Authorization: Bearer $TOKEN"
`
}

/** Data from before the portal has no account to sign in with. */
const as = (people?: DemoCredentials['people']) =>
  people ? `, as ${people.owner.email} with ${people.owner.password}` : ''
