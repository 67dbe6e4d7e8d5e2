import { ConfigError } from '../config.ts'
import { OutcomeUnknownError } from '../db/commit-outcome.ts'
import { DataInUseError } from '../db/data-lock.ts'
import { isUnavailable } from '../db/database-errors.ts'
import { NewerSchemaError } from '../db/migrate.ts'
import { UnsafeRoleError } from '../db/roles.ts'
import { UnfitServerError } from '../db/server-requirements.ts'
import { WrongSecretKeyError } from '../secrets/key-fingerprint.ts'
import { SecretKeyFileError } from '../secrets/secret-key.ts'
import { StorageRefusedError } from '../storage/file-errors.ts'
import { UsageError } from './usage-error.ts'

/** The exit code for wrong arguments, or for a command that cannot run now. */
const exitUsage = 2
/** The exit code for an internal error or a system error, when the command itself was correct. */
const exitFault = 1

const usageErrors = [
  UsageError,
  ConfigError,
  DataInUseError,
  NewerSchemaError,
  UnfitServerError,
  UnsafeRoleError,
  SecretKeyFileError,
  WrongSecretKeyError,
  StorageRefusedError,
]

/**
 * Prints an error to standard error and returns the exit code. An error that the operator can fix is one
 * line. Any other error has a stack trace to report. No line contains the value of a setting, because
 * DATABASE_URL and SECRET_KEY are secrets.
 */
export function reportFault(error: unknown): number {
  if (usageErrors.some((kind) => error instanceof kind)) {
    console.error((error as Error).message)
    return exitUsage
  }
  const fault = nodeFault(error)
  if (fault && listenCalls.has(fault.syscall)) {
    console.error(`Cannot listen on HOST and PORT: ${fault.message}.`)
    return exitUsage
  }
  console.error(lineFor(error, fault) ?? (error instanceof Error ? error.stack : error))
  return exitFault
}

/** System calls that fail if a port is in use. In a worker process, this is the primary's `bind`. */
const listenCalls = new Set(['listen', 'bind'])

type NodeFault = { message: string; code: string; syscall: string }

/**
 * An error of the system or of PostgreSQL. If several attempts failed (`localhost` has two IP addresses),
 * returns the error of the first attempt.
 */
function nodeFault(error: unknown): NodeFault | undefined {
  if (error instanceof AggregateError) return nodeFault(error.errors[0])
  if (!(error instanceof Error)) return undefined
  const { code = '', syscall = '' } = error as Partial<NodeFault>
  return { message: error.message, code, syscall }
}

function lineFor(error: unknown, fault: NodeFault | undefined): string | undefined {
  if (error instanceof OutcomeUnknownError)
    return `${error.message} Check whether the change was made before you retry.`
  if (!fault) return undefined
  if (fault.code === protocolFault && fault.message.includes('startup parameter')) return poolerLine
  if (isUnreachable(error, fault)) return `Cannot connect to the database: ${fault.message}.`
  if (fault.code === notAllowed) return `The account in DATABASE_URL lacks a privilege: ${fault.message}.`
  if (fileFaults.has(fault.code)) return `Cannot use DATA_DIR: ${fault.message}.`
  return undefined
}

/** SQLSTATE with which PostgreSQL poolers reject startup parameters. */
const protocolFault = '08P01'
const poolerLine =
  'DATABASE_URL points to a connection pooler. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself. If it is already set, it points to a pooler too.'
const notAllowed = '42501'
const fileFaults = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ENOENT'])
/** System calls of network connections, which file operations do not use. */
const networkCalls = new Set(['connect', 'getaddrinfo'])
/** The class of SQLSTATEs for a database that does not exist, which only the operator can resolve. */
const refusedStates = /^3D...$/

function isUnreachable(error: unknown, { code, syscall, message }: NodeFault) {
  if (isUnavailable(error) || networkCalls.has(syscall) || refusedStates.test(code)) return true
  return message.startsWith('The server does not support SSL')
}
