import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'

/** For requests without a body: finding, listing, removing, and until the first byte of a file. */
export const quick = { requestTimeout: 5_000 }

const connectWithinMs = 3_000
/** For the response to an uploaded part. */
const answerWithinMs = 120_000
/** Nothing sent and nothing read: a hanging store, or a stalled reader, loses its socket. */
const idleMs = 60_000
/** The first attempt and two retries, with the SDK's delay of some tenths of a second. */
const attemptsMax = 3
/** A download holds a socket as long as its reader takes: slow readers must not block others. */
const socketsMax = 512

export const openClient = (config: S3Config) => new S3Client(clientOptions(config))

/**
 * Without `credentials` the SDK finds them as programs on AWS do: environment variables, a role of the
 * machine …
 */
export const clientOptions = ({
  endpoint,
  region,
  credentials,
  forcePathStyle,
}: S3Config): S3ClientConfig => ({
  region,
  forcePathStyle,
  ...(endpoint && { endpoint }),
  ...(credentials && { credentials }),
  maxAttempts: attemptsMax,
  // Not every S3-compatible store supports the checksums that the SDK would add.
  requestChecksumCalculation: 'WHEN_REQUIRED',
  responseChecksumValidation: 'WHEN_REQUIRED',
  requestHandler: {
    connectionTimeout: connectWithinMs,
    requestTimeout: answerWithinMs,
    throwOnRequestTimeout: true,
    socketTimeout: idleMs,
    httpAgent: { keepAlive: true, maxSockets: socketsMax },
    httpsAgent: { keepAlive: true, maxSockets: socketsMax },
  },
})
