import { S3Client, type S3ClientConfig } from '@aws-sdk/client-s3'
import type { S3Config } from '../config/storage.ts'

/** For what needs no body: finding, listing, removing, and until the first byte of a file. */
export const quick = { requestTimeout: 5_000 }

const connectWithinMs = 3_000
/** For a part of an upload to be taken and answered. */
const answerWithinMs = 120_000
/** Nothing sent and nothing read: a store that hangs, or a reader who has fallen asleep, gives its socket back. */
const idleMs = 60_000
/** The first try and two more, with the SDK's pause of some tenths of a second between them. */
const attemptsMax = 3
/** A download holds a socket for as long as its reader takes: slow readers must not keep everybody else out. */
const socketsMax = 512

export const openClient = (config: S3Config) => new S3Client(clientOptions(config))

/** Without `credentials` the SDK looks where programs on AWS find theirs: its variables, a role of the machine … */
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
  // Not every store that speaks S3 knows the checksums that the SDK would add by itself.
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
