import { createHmac } from 'node:crypto'
import { parseId, publicId, type Uuid } from '../ids.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'

/** Length of the proof: 128 bits in hexadecimal, because mail programs do not break a link at these characters. */
const proofLength = 32

export type InvitationLinks = {
  path(id: Uuid): string
  /** The ID of the invitation in the last path segment. Undefined if this installation did not sign it. */
  idIn(code: string): Uuid | undefined
}

/**
 * The holder of an invitation's link can accept it. The link is signed, because the database, or a copy of
 * it, contains only the IDs.
 * @param others additional keys whose links are valid.
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
