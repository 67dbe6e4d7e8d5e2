import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { ListMultipartUploadsCommand, ListObjectsV2Command } from '@aws-sdk/client-s3'
import type { S3Config, StorageConfig } from '../../server/src/config/storage.ts'
import { openStorage } from '../../server/src/storage/open.ts'
import { openClient } from '../../server/src/storage/s3-client.ts'
import { until } from '../../server/test/support/until.ts'

/** How long to wait for the cleanup at the start, which runs in the background. */
const givenUpMsMax = 5_000
const namesShown = 3

/**
 * Runs the cleanup of a start and of the daily jobs and looks for leftovers.
 * @param nodes the directories for unfinished uploads, per node.
 * @param named every key that a row of any company references.
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
    note(problems, `unfinished files remain in ${incomingDirectory}`, await namesIn(incomingDirectory))
  }
  const [config] = nodes
  const there = config!.kind === 's3' ? await objectsOf(config!) : await filesOf(config!.directory)
  note(
    problems,
    'unreferenced files remain',
    there.filter((name) => !named.has(keyOf(name))),
  )
  if (config!.kind === 's3') note(problems, 'multipart uploads remain open', await openUploads(config!))
}

function note(problems: string[], what: string, names: string[]) {
  if (names.length > 0) problems.push(`${names.length} ${what}: ${names.slice(0, namesShown).join(', ')}`)
}

/** On disk, there is a directory between the company and the name. */
function keyOf(name: string) {
  const parts = name.split('/')
  return `${parts[0]}/${parts.at(-1)}`
}

/** A missing directory counts as empty. */
const namesIn = (directory: string) =>
  readdir(directory).catch((error) => {
    if (error.code === 'ENOENT') return []
    throw error
  })

/** Returns all files in the directory except incoming files. */
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

/** Multipart uploads that were neither completed nor aborted, which no object listing shows. */
async function openUploads(config: S3Config): Promise<string[]> {
  const client = openClient(config)
  let names: string[] = []
  await until(
    'every multipart upload is aborted',
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
