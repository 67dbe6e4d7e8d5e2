import { createHmac } from 'node:crypto'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'

/** 128 bits, in hex: nothing at the end of a link that a mail program would take for the end of a sentence. */
const proofLength = 32

export type InvitationLinks = {
  path(id: Uuid): string
  /** The invitation that the last part of a path is of, if we made it. */
  idIn(code: string): Uuid | undefined
}

/**
 * Who has the link of an invitation may accept it. The link proves that we made it: who reads the database, or a copy of it,
 * finds the ids and no link.
 * @param others by which a link is good too.
 */
export function invitationLinks(key: Buffer, ...others: Buffer[]): InvitationLinks {
  const proofOf = (id: string, by = key) =>
    createHmac('sha256', by).update(id).digest('hex').slice(0, proofLength)
  return {
    path(id) {
      const name = publicId('invitation', id)
      return `/invitations/${name}-${proofOf(name)}`
    },
    idIn(code) {
      const [name = '', proof = ''] = code.split('-')
      const isBy = (by: Buffer) => constantTimeEqual(proof, proofOf(name, by))
      return [key, ...others].some(isBy) && code === `${name}-${proof}`
        ? parseId('invitation', name)
        : undefined
    },
  }
}
