import { ConfigError } from '../config.ts'
import { DataInUseError } from '../db/data-lock.ts'
import { UnfitServerError } from '../db/fit-server.ts'
import { NewerSchemaError } from '../db/migrate.ts'
import { OutcomeUnknownError } from '../db/outcome.ts'
import { UnsafeRoleError } from '../db/roles.ts'
import { isUnavailable } from '../db/unavailable.ts'
import { WrongSecretKeyError } from '../secrets/key-fingerprint.ts'
import { SecretKeyFileError } from '../secrets/secret-key.ts'
import { StorageRefusedError } from '../storage/faults.ts'
import { UsageError } from './usage-error.ts'

/** A command was given what it can't work with, or can't run now. */
const exitUsage = 2
/** Ours, or that of something we stand on: nothing in the command was wrong. */
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
 * Says on standard error what went wrong and returns the exit code. What an operator can fix is one line; the
 * rest is a stack trace to send us. No line holds a setting's value: DATABASE_URL and SECRET_KEY are secrets.
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

/** A worker is told of its primary's `bind`. */
const listenCalls = new Set(['listen', 'bind'])

type NodeFault = { message: string; code: string; syscall: string }

/** An error of the system or of PostgreSQL; of several tries (`localhost` has two addresses) the first. */
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

/** As poolers refuse what a server is told at the beginning of a session. */
const protocolFault = '08P01'
const poolerLine =
  'DATABASE_URL points to a connection pooler. Set DATABASE_DIRECT_URL to the URL of PostgreSQL itself. If it is already set, it points to a pooler too.'
const notAllowed = '42501'
const fileFaults = new Set(['EACCES', 'EPERM', 'EROFS', 'ENOSPC', 'ENOTDIR', 'EEXIST', 'ENOENT'])
/** A file has no such call. */
const networkCalls = new Set(['connect', 'getaddrinfo'])
/** The class of SQLSTATE that stays until the operator does something: no such database. */
const refusedStates = /^3D...$/

function isUnreachable(error: unknown, { code, syscall, message }: NodeFault) {
  if (isUnavailable(error) || networkCalls.has(syscall) || refusedStates.test(code)) return true
  return message.startsWith('The server does not support SSL')
}
