// Stores the database that a release leaves behind. Run it before writing the first migration of the next
// release: scripts/with-postgres.sh node server/test/releases/freeze.ts
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { parseConfig } from '../../src/config.ts'
import { known, lastMigration, leaveEarlier } from '../support/earlier-release.ts'

const url = process.env.TEST_DATABASE_URL!
const { database } = parseConfig({ DATABASE_URL: url })
await leaveEarlier(database, lastMigration)

// Dumps as an administrator, because the owner sees only the rows of one company at a time.
const asAdmin = new URL(url)
asAdmin.username = 'postgres'
const dumped = execFileSync('pg_dump', ['--inserts', '--no-owner', '--no-comments', `--dbname=${asAdmin}`])
// These lines are for `psql` only.
const text = dumped.toString().replaceAll(/^\\.*\n/gm, '')

const place = (ending: string) => new URL(`${lastMigration}.${ending}`, import.meta.url)
writeFileSync(place('sql'), text)
writeFileSync(place('json'), `${JSON.stringify(known, null, 2)}\n`)
