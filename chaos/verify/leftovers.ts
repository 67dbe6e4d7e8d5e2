import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { S3Config, StorageConfig } from '../../server/src/config/storage.ts'
import { openStorage } from '../../server/src/storage/open.ts'
import { openClient } from '../../server/src/storage/s3-client.ts'
import { until } from '../../server/test/support/until.ts'

/** What is given up at a start is given up in the background. */
const givenUpMsMax = 5_000
const namesShown = 3

/**
 * Sweeps up as a start and a day's jobs do at that time, and finds what is left that nobody needs.
 * @param nodes where each node has kept what is not finished.
 * @param named every key that a row names, of whichever company.
 */
export async function verifyLeftovers(
  nodes: readonly StorageConfig[],
  named: ReadonlySet<string>,
  at: number,
  problems: string[],
) {
  for (const config of nodes) {
    const storage = await openStorage(config, at)
    await (await storage.unfinished()).sweep(new Date(at))
    const { incomingDirectory } = storage
    note(problems, `unfinished files survive in ${incomingDirectory}`, await namesIn(incomingDirectory))
  }
  const [config] = nodes
  const there = config!.kind === 's3' ? await objectsOf(config!) : await filesOf(config!.directory)
  note(
    problems,
    'files are kept that nobody needs',
    there.filter((name) => !named.has(keyOf(name))),
  )
  if (config!.kind === 's3') note(problems, 'uploads in parts stay open', await openUploads(config!))
}

function note(problems: string[], what: string, names: string[]) {
  if (names.length > 0) problems.push(`${names.length} ${what}: ${names.slice(0, namesShown).join(', ')}`)
}

/** On disk there is a drawer between the company and the name. */
function keyOf(name: string) {
  const parts = name.split('/')
  return `${parts[0]}/${parts.at(-1)}`
}

/** A directory that was never made has nothing. */
const namesIn = (directory: string) =>
  readdir(directory).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Every file below it, whatever made it, but for what the incoming ones have been asked for. */
async function filesOf(directory: string): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => relative(directory, join(entry.parentPath, entry.name)))
    .filter((name) => !name.startsWith('incoming/'))
}

async function objectsOf(config: S3Config): Promise<string[]> {
  const client = openClient(config)
  const names: string[] = []
  for (let ContinuationToken: string | undefined; ; ) {
    const asked = { Bucket: config.bucket, Prefix: config.prefix, ContinuationToken }
    const { Contents = [], NextContinuationToken } = await client.send(new ListObjectsV2Command(asked))
    names.push(...Contents.map(({ Key = '' }) => Key.slice(config.prefix.length)))
    ContinuationToken = NextContinuationToken
    if (ContinuationToken === undefined) break
  }
  client.destroy()
  return names
}

/** Begun, and neither finished nor given up: no list of objects shows them. */
async function openUploads(config: S3Config): Promise<string[]> {
  const client = openClient(config)
  let names: string[] = []
  await until(
    'every upload in parts is given up',
    async () => {
      const command = new ListMultipartUploadsCommand({ Bucket: config.bucket, Prefix: config.prefix })
      const { Uploads = [] } = await client.send(command)
      names = Uploads.map(({ Key = '' }) => Key)
      return names.length === 0
    },
    givenUpMsMax,
  ).catch(() => {})
  client.destroy()
  return names
}
