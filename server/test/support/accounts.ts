import { sql } from 'kysely'
import type { Db } from '../../src/db/database.ts'
import { newId, type Uuid } from '../../src/ids.ts'
import { addPerson } from '../../src/members/queries.ts'

/** The password of all test accounts. */
export const password = 'correct horse battery staple'
/** The hash of `password`. Computing it with `hashedPerson` takes 100 ms of CPU per account. */
const hash =
  '5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d5d:8eb6fa67198ca8673a4e085a6b328a747bb17bb008cfefcaac140c2acc3f97fae86c47236a4bc1999d0803cb098e26855ca8a337e8385346d50a7f04c0eb9de3'

/** An account that can sign in with `password`. */
export async function newAccount(db: Db, person: { name: string; email: string }): Promise<Uuid> {
  const id = newId()
  await addPerson(db, { id, ...person, hash })
  return id
}

/**
 * The current code of an authenticator app. Allows the code to be used again, so that tests need not wait for
 * the next code.
 */
export async function codeNow(db: Db, app: { generate(): string }): Promise<string> {
  await sql`update two_factors set last_used_step = null`.execute(db)
  return app.generate()
}
