import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { writeBackup } from '../backup/write.ts'
import type { Db } from '../db/database.ts'
import { ApiError } from '../errors.ts'
import { bearerToken } from '../http/caller.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'

export const operatorPaths = ['/operations/backup']

/** The file that tells a command on this machine the URL of the server with the embedded database. */
const addressFile = 'server.json'

export const operatorToken = (key: Buffer) => key.toString('base64url')

/**
 * Endpoints for operator commands on a running server. The key is derived from the secret in the data
 * directory, so callers need access to that directory.
 */
export function mountOperatorEndpoints(app: FastifyInstance, db: Db, dataDirectory: string, key: Buffer) {
  const assertOperator = async ({ raw }: FastifyRequest) => {
    const given = bearerToken(raw.rawHeaders) ?? ''
    if (!constantTimeEqual(given, operatorToken(key))) throw new ApiError('not_found')
  }

  app.post('/operations/backup', { onRequest: assertOperator }, async (request, reply) => {
    request.refund?.()
    const stream = new PassThrough()
    // An error aborts the response, and the reader rejects a backup without an end.
    writeBackup(db, dataDirectory, stream).catch((error) => {
      request.log.error({ err: error, request_id: request.id })
      stream.destroy(error)
    })
    return reply.type('application/x-tar').send(stream)
  })
}

export function announceServer(dataDirectory: string, { address, family, port }: AddressInfo) {
  const isEverywhere = address === '0.0.0.0' || address === '::'
  const host = isEverywhere ? '127.0.0.1' : family === 'IPv6' ? `[${address}]` : address
  writeFileSync(join(dataDirectory, addressFile), JSON.stringify({ url: `http://${host}:${port}` }), {
    mode: 0o600,
  })
}

export const forgetServer = (dataDirectory: string) =>
  rmSync(join(dataDirectory, addressFile), { force: true })

/** The server that is using the data directory. Undefined if none has announced itself. */
export function announcedServer(dataDirectory: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, addressFile), 'utf8')).url
  } catch {
    return undefined
  }
}
