import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'

/**
 * The timeout of requests without a body: finding, listing, removing, and reading until the first byte of a
 * file.
 */
export const quick = { requestTimeout: 5_000 }

const connectWithinMs = 3_000
/** The timeout of the response to an uploaded part. */
const answerWithinMs = 120_000
/** The timeout without sent or received data. A hanging store, or a stalled reader, then loses its socket. */
const idleMs = 60_000
/**
 * Number of attempts: the first attempt and two retries, with the SDK's delay of a few hundred milliseconds.
 */
const attemptsMax = 3
/**
 * Maximum number of sockets. A download holds a socket until its reader is done, and slow readers must not
 * block others.
 */
const socketsMax = 512

export const openClient = (config: S3Config) => new S3Client(clientOptions(config))

/**
 * If `credentials` is unset, the SDK finds them as on AWS, for example in environment variables or from a role
 * of the machine.
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
