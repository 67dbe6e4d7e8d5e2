import { join } from 'node:path'
import { z } from 'zod'
import type { Need } from './needs.ts'
import { isBare, url, yesOrNo } from './values.ts'

export type S3Config = {
  kind: 's3'
  bucket: string
  /** The endpoint of the store. If undefined, the AWS endpoint of the region. */
  endpoint: string | undefined
  region: string
  /** If undefined, the SDK finds credentials as on AWS. */
  credentials: { accessKeyId: string; secretAccessKey: string } | undefined
  /** Prepended to every key. Empty, or ends with a slash. */
  prefix: string
  /** Puts the bucket in the path instead of the host name, as self-hosted stores expect. */
  forcePathStyle: boolean
  presignedDownloads: boolean
  /** The directory on this machine in which uploads are stored before they go to the object store. */
  incomingDirectory: string
}

export type StorageConfig = { kind: 'disk'; directory: string } | S3Config

export const s3Variables = {
  S3_BUCKET: z
    .string()
    .regex(/^[A-Za-z0-9][A-Za-z0-9._-]{1,254}$/, { error: 'a bucket name' })
    .optional()
    .describe(
      'Bucket for files, in S3 or a compatible store. If unset, files are stored in `DATA_DIR/files`.',
    ),
  S3_ENDPOINT: url(['http:', 'https:'], isBare, 'an http or https URL without credentials, query or fragment')
    .optional()
    .describe('URL of the store. If unset, AWS is used.'),
  S3_REGION: z
    .string()
    .regex(/^[a-z0-9-]{1,64}$/i, { error: 'a region such as `eu-central-1`' })
    .default('us-east-1')
    .describe('Region of the bucket.'),
  S3_ACCESS_KEY_ID: z
    .string()
    .optional()
    .describe(
      'Access key ID; requires `S3_SECRET_ACCESS_KEY`. If unset, the AWS credentials of the machine or its role are used.',
    ),
  S3_SECRET_ACCESS_KEY: z.string().optional().describe('Secret access key.'),
  S3_PREFIX: z
    .string()
    .regex(/^[A-Za-z0-9_-][A-Za-z0-9._-]*(\/[A-Za-z0-9_-][A-Za-z0-9._-]*)*\/?$/, {
      error: 'a path such as `atelier/files`',
    })
    .default('')
    .transform((text) => text && `${text.replace(/\/$/, '')}/`)
    .describe('Prefix of all object keys, if the bucket is shared.'),
  S3_FORCE_PATH_STYLE: yesOrNo
    .optional()
    .describe(
      'Whether the bucket is in the path of URLs (`true`) or in the host name (`false`). If unset, the bucket is in the path when `S3_ENDPOINT` is set.',
    ),
  S3_PRESIGNED_DOWNLOADS: yesOrNo
    .default(false)
    .describe('Whether requests for large images, audio and video are redirected to the store.'),
}

type S3Values = z.infer<z.ZodObject<typeof s3Variables>>

export const s3Needs: readonly Need[] = [
  ['S3_BUCKET', Object.keys(s3Variables)],
  ['S3_ACCESS_KEY_ID', ['S3_SECRET_ACCESS_KEY']],
  ['S3_SECRET_ACCESS_KEY', ['S3_ACCESS_KEY_ID']],
]

export function storageOf(e: S3Values & { DATA_DIR: string }): StorageConfig {
  if (e.S3_BUCKET === undefined) return { kind: 'disk', directory: join(e.DATA_DIR, 'files') }
  const [accessKeyId, secretAccessKey] = [e.S3_ACCESS_KEY_ID, e.S3_SECRET_ACCESS_KEY]
  return {
    kind: 's3',
    bucket: e.S3_BUCKET,
    endpoint: e.S3_ENDPOINT,
    region: e.S3_REGION,
    credentials: accessKeyId && secretAccessKey ? { accessKeyId, secretAccessKey } : undefined,
    prefix: e.S3_PREFIX,
    forcePathStyle: e.S3_FORCE_PATH_STYLE ?? e.S3_ENDPOINT !== undefined,
    presignedDownloads: e.S3_PRESIGNED_DOWNLOADS,
    incomingDirectory: join(e.DATA_DIR, 'incoming'),
  }
}
