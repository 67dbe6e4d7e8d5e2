import { sql } from 'kysely'
import { z } from 'zod'
import { appendSecurityEvents } from '../audit/append.ts'
import { createCompany, createEnterprise } from '../companies/queries.ts'
import type { Db } from '../db/database.ts'
import { inTransaction } from '../db/tenancy.ts'
import { ApiError } from '../errors.ts'
import { quotedName } from '../http/schemas/body-fields.ts'
import { addMember, createPerson, hasPeople } from '../members/queries.ts'
import { Email, Password } from '../members/wire.ts'
import { constantTimeEqual } from '../secrets/constant-time-equal.ts'

/**
 * The setup token, which every node derives from the key. It is not stored and has no use after the setup.
 */
export const setupToken = (key: Buffer) => key.subarray(0, 18).toString('base64url')

export const Setup = z.strictObject({
  token: z.string(),
  name: quotedName,
  email: Email,
  password: Password,
  enterprise: quotedName,
  company: quotedName,
})

/**
 * Creates the first person, who is an operator of the installation and the owner of its first company.
 * @throws {ApiError} `not_found` after the setup; `wrong_setup_token`.
 */
export async function setUp(db: Db, key: Buffer, given: z.output<typeof Setup>): Promise<void> {
  await inTransaction(db, async (trx) => {
    // Takes a lock, so that if two setups run at the same time, the second finds the person of the first.
    await sql`select pg_advisory_xact_lock(hashtext('atelier setup'))`.execute(trx)
    if (await hasPeople(trx)) throw new ApiError('not_found')
    if (!constantTimeEqual(given.token, setupToken(key))) throw new ApiError('wrong_setup_token')
    const personId = await createPerson(trx, given)
    await trx.updateTable('people').set({ is_operator: true }).where('id', '=', personId).execute()
    const enterpriseId = await createEnterprise(trx, given.enterprise)
    const companyId = await createCompany(trx, enterpriseId, given.company)
    await addMember(trx, companyId, personId, 'owner')
    const data = { actor: { type: 'person', id: personId }, role: 'owner' }
    await appendSecurityEvents(trx, [{ type: 'member.joined', companyId, personId, data }])
  })
}
