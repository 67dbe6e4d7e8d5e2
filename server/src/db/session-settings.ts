import { type QueryExecutorProvider, sql } from 'kysely'
import { statementTimeoutMs } from './postgres.ts'
import { UnsafeRoleError } from './roles.ts'

/**
 * Behind a pooler, a session has no startup parameters, so the account must have the right settings. The
 * error contains the statements that the account's owner has to run.
 */
export async function refuseUnfitSession(db: QueryExecutorProvider): Promise<void> {
  const { rows } = await sql<{ account: string; timezone: string; jit: string; timeout_ms: number }>`
    select session_user as account, current_setting('timezone') as timezone, current_setting('jit') as jit,
      (select setting::int from pg_settings where name = 'statement_timeout') as timeout_ms`.execute(db)
  const { account, timezone, jit, timeout_ms } = rows[0]!
  const missing = [
    !/^(Etc\/)?UTC$/.test(timezone) && `timezone = 'UTC'`,
    jit !== 'off' && 'jit = off',
    (timeout_ms === 0 || timeout_ms > statementTimeoutMs) && `statement_timeout = '${statementTimeoutMs}ms'`,
  ].filter(Boolean)
  if (missing.length === 0) return
  const statements = missing.map((setting) => `  alter role "${account}" set ${setting};`).join('\n')
  throw new UnsafeRoleError(
    `Behind a pooler, the account in DATABASE_URL needs these settings. Run this as an administrator, then restart the pooler, which caches them:\n${statements}`,
  )
}
