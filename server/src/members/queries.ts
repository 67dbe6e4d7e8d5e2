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

const saltBytes = 16
const keyBytes = 64
/** scrypt takes 16 MB for one guess. Node asks to be allowed a little more than that. */
const cost = { N: 16_384, r: 16, p: 1, maxmem: 64 * 1024 * 1024 }

/** As better-auth writes it, `salt:key` in hex: the people's sign-in checks with the same numbers. */
async function hashPassword(password: string): Promise<string> {
  const salt = randomBytes(saltBytes).toString('hex')
  const derive = promisify<string, string, number, object, Buffer>(scrypt)
  const key = await derive(password.normalize('NFKC'), salt, keyBytes, cost)
  return `${salt}:${key.toString('hex')}`
}
