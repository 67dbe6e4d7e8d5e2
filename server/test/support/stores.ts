import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import {
  CreateBucketCommand,
  DeleteObjectCommand,
  ListMultipartUploadsCommand,
  ListObjectsV2Command,
  S3Client,
} from '@aws-sdk/client-s3'
import { parseConfig } from '../../src/config.ts'
import { openStorage } from '../../src/storage/open.ts'
import type { Storage } from '../../src/storage/storage.ts'

const {
  S3_TEST_ENDPOINT: endpoint,
  S3_TEST_ACCESS_KEY_ID: accessKeyId = '',
  S3_TEST_SECRET_ACCESS_KEY: secretAccessKey = '',
  S3_TEST_BUCKET: bucket = 'atelier-test',
  S3_TEST_REGION: region = 'us-east-1',
} = process.env

export const withoutS3 = endpoint === undefined && 'S3_TEST_ENDPOINT is not set: see scripts/with-s3.sh'

/** Every kind of store that can be tested here. `variables()` describes a new, empty store. */
export const stores = [
  { name: 'disk', variables: diskVariables },
  ...(withoutS3 ? [] : [{ name: 'S3', variables: newS3Store }]),
]

export type Store = { storage: Storage; variables: Record<string, string> }

/** Opens a store. `openStorage(parseConfig(variables).storage)` opens another store on the same files. */
export async function openStore(variables: Record<string, string>): Promise<Store> {
  return { storage: await openStorage(parseConfig(variables).storage), variables }
}

async function diskVariables(): Promise<Record<string, string>> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-store-'))
  after(() => rm(directory, { recursive: true, force: true }))
  return { DATA_DIR: directory }
}

async function newS3Store(): Promise<Record<string, string>> {
  return { ...(await diskVariables()), ...(await s3Variables()) }
}

/** Variables with a new prefix, which is emptied when the test file ends. */
export async function s3Variables(): Promise<Record<string, string>> {
  const prefix = `test/${randomUUID()}`
  await client()
    .send(new CreateBucketCommand({ Bucket: bucket }))
    .catch(refuseUnlessThere)
  after(() => empty(`${prefix}/`))
  return {
    S3_ENDPOINT: endpoint!,
    S3_BUCKET: bucket,
    S3_REGION: region,
    S3_ACCESS_KEY_ID: accessKeyId,
    S3_SECRET_ACCESS_KEY: secretAccessKey,
    S3_PREFIX: prefix,
  }
}

/** Multipart uploads under a prefix that are neither completed nor aborted. */
export async function unfinishedUploads(prefix: string): Promise<number> {
  const { Uploads } = await client().send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: prefix }))
  return Uploads?.length ?? 0
}

/** An independent client, to inspect the store from outside. */
export const client = () =>
  new S3Client({
    endpoint: endpoint!,
    region,
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
  })

function refuseUnlessThere(error: Error) {
  if (!/^Bucket(AlreadyExists|AlreadyOwnedByYou)$/.test(error.name)) throw error
}

async function empty(prefix: string) {
  const [store, Bucket] = [client(), bucket]
  for (;;) {
    const { Contents = [] } = await store.send(new ListObjectsV2Command({ Bucket, Prefix: prefix }))
    if (Contents.length === 0) return
    await Promise.all(Contents.map(({ Key }) => store.send(new DeleteObjectCommand({ Bucket, Key }))))
  }
}
