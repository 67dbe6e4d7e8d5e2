import { randomBytes, scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { Db } from '../db/database.ts'
import type { Role } from '../db/schema.ts'
import { type CompanyId, newId, type Uuid } from '../ids.ts'

export type NewPerson = { name: string; email: string; password: string }

export async function createPerson(db: Db, { name, email, password }: NewPerson): Promise<Uuid> {
  const id = newId()
  await db
    .insertInto('people')
    .values({ id, name, email, password_hash: await hashPassword(password) })
    .execute()
  return id
}

export async function addMember(db: Db, companyId: CompanyId, personId: Uuid, role: Role): Promise<void> {
  await db.insertInto('memberships').values({ company_id: companyId, person_id: personId, role }).execute()
}

/** As better-auth writes it, `salt:key` in hex: the people's sign-in checks with the same numbers. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(16).toString('hex')
  const key = await promisify<string, string, number, object, Buffer>(scrypt)(
    password.normalize('NFKC'),
    salt,
    64,
    {
      N: 16_384,
      r: 16,
      p: 1,
      maxmem: 128 * 16_384 * 16 * 2,
    },
  )
  return `${salt}:${key.toString('hex')}`
}
