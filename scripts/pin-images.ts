// `npm run pin-images` adds the registry's digest to each image in the Dockerfile and in compose.yaml, so
// that builds always use the same bytes, even if a tag is moved. Run it again after a tag changes.
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from './supply-chain/lockfile.ts'

const files = ['Dockerfile', 'compose.yaml']
/** Matches `host/repository:tag`, and an optional digest. Our own image, which is built, has no host. */
const reference =
  /(?<=(?:NODE_IMAGE=|image: (?:&[\w-]+ )?))(?<host>localhost:\d+|[\w-]+(?:\.[\w-]+)+)\/(?<repository>[\w./-]+):(?<tag>[\w.-]+)(?:@sha256:[0-9a-f]{64})?/g
/** Prefers multi-platform manifests, whose digest is valid for every platform. */
const manifestTypes = [
  'application/vnd.oci.image.index.v1+json',
  'application/vnd.docker.distribution.manifest.list.v2+json',
  'application/vnd.oci.image.manifest.v1+json',
  'application/vnd.docker.distribution.manifest.v2+json',
].join(', ')

type Image = { host: string; repository: string; tag: string }

const { values } = parseArgs({ options: { root: { type: 'string', default: root } } })
const texts = files.map((file) => ({
  path: join(values.root, file),
  text: readFileSync(join(values.root, file), 'utf8'),
}))
const nameOf = ({ host, repository, tag }: Image) => `${host}/${repository}:${tag}`

try {
  const images = texts.flatMap(({ text }) =>
    [...text.matchAll(reference)].map(({ groups }) => groups as Image),
  )
  const digests = new Map<string, string>()
  for (const image of images) digests.set(nameOf(image), await digestOf(image))
  // Writes only when all digests are known, because partly pinned files would look complete.
  for (const { path, text } of texts) {
    const pinned = text.replace(reference, (...found) => {
      const name = nameOf(found.at(-1) as Image)
      return `${name}@${digests.get(name)}`
    })
    writeFileSync(path, pinned)
  }
  for (const [name, digest] of digests) console.log(`${name}@${digest}`)
} catch (error) {
  console.error(`${(error as Error).message} Nothing was changed.`)
  process.exitCode = 2
}

/**
 * Returns the digest as defined by the OCI distribution specification. It is computed from the bytes, because
 * the registry is not trusted.
 */
async function digestOf(image: Image): Promise<string> {
  const { host, repository, tag } = image
  const base = host.startsWith('localhost:')
    ? `http://${host}`
    : `https://${host === 'docker.io' ? 'registry-1.docker.io' : host}`
  const url = `${base}/v2/${repository}/manifests/${tag}`
  const ask = (headers: Record<string, string> = {}) =>
    fetch(url, { headers: { accept: manifestTypes, ...headers } })
  try {
    let answer = await ask()
    if (answer.status === 401) answer = await ask({ authorization: await tokenFor(answer) })
    if (!answer.ok) throw new Error(`it returned status ${answer.status}`)
    return `sha256:${createHash('sha256')
      .update(await answer.bytes())
      .digest('hex')}`
  } catch (error) {
    const { message, cause } = error as Error & { cause?: Error }
    throw new Error(`Cannot get ${nameOf(image)} from its registry: ${cause?.message ?? message}.`)
  }
}

/** Gets an anonymous read token of a public registry. */
async function tokenFor({ headers }: Response): Promise<string> {
  const challenge = headers.get('www-authenticate') ?? ''
  const { realm = '', ...asked } = Object.fromEntries(
    [...challenge.matchAll(/(\w+)="([^"]*)"/g)].map(([, name, value]) => [name, value]),
  ) as Record<string, string>
  const answer = await fetch(`${realm}?${new URLSearchParams(asked)}`)
  const { token, access_token } = (await answer.json()) as { token?: string; access_token?: string }
  return `Bearer ${token ?? access_token}`
}
