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

/** How a command on this machine finds the server that holds the embedded database. */
const addressFile = 'server.json'

/** What a key opens, as a bearer token. */
export const operatorToken = (key: Buffer) => key.toString('base64url')

/**
 * What the operator's commands ask of a server that runs. Whoever can read the data directory has the key: it follows
 * from the secret there.
 */
export function mountOperatorEndpoints(app: FastifyInstance, db: Db, dataDirectory: string, key: Buffer) {
  const assertOperator = async ({ raw }: FastifyRequest) => {
    const given = bearerToken(raw.rawHeaders) ?? ''
    if (!constantTimeEqual(given, operatorToken(key))) throw new ApiError('not_found')
  }

  app.post('/operations/backup', { onRequest: assertOperator }, async (request, reply) => {
    request.refund?.()
    const stream = new PassThrough()
    // What fails on the way cuts the answer off, and a backup without its end is refused by whoever reads it.
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

/** Undefined when no server said where it is. */
export function announcedServer(dataDirectory: string): string | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDirectory, addressFile), 'utf8')).url
  } catch {
    return undefined
  }
}
