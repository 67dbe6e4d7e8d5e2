import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { loadCore, output } from '../processes.ts'

export type Peer = {
  name: string
  version: string
  folder: string
}

const packages = {
  'oidc-provider': 'oidc-provider',
  'node-oauth': '@node-oauth/oauth2-server',
  directus: 'directus',
} as const

export type PeerName = keyof typeof packages

/**
 * Installs a peer from its own lockfile into its own directory, unless it is already installed. Atelier does
 * not depend on it. No install scripts run, because their output is not used here.
 * @returns undefined if npm fails; the comparison is then skipped with a message.
 */
export async function installPeer(name: PeerName): Promise<Peer | undefined> {
  const folder = fileURLToPath(new URL(name, import.meta.url))
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const version: string = manifest.dependencies[packages[name]]
  const peer = { name: packages[name], version, folder }
  if (installedVersion(folder, packages[name]) === version) return peer
  console.error(`Installing ${peer.name} ${version} …`)
  try {
    const flags = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
    await output(loadCore, 'npm', ['ci', '--prefix', folder, ...flags])
    return peer
  } catch (error) {
    // A partial installation would look complete in the next run.
    rmSync(join(folder, 'node_modules'), { recursive: true, force: true })
    console.error(
      `SKIPPED: ${peer.name} ${version} cannot be installed.\n${(error as { stderr?: string }).stderr ?? error}`,
    )
    return undefined
  }
}

/** npm writes this file last. */
function installedVersion(folder: string, name: string): string | undefined {
  const list = join(folder, 'node_modules/.package-lock.json')
  if (!existsSync(list)) return undefined
  return JSON.parse(readFileSync(list, 'utf8')).packages[`node_modules/${name}`]?.version
}
