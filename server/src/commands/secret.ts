import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count } from './text.ts'

export function addSecret(program: Command, settings: Settings) {
  const secret = program.command('secret').description('Replace SECRET_KEY.').addHelpText('after', examples)
  operates(
    secret
      .command('reseal')
      .description(
        'Seal what the database keeps sealed with SECRET_KEY, where it is under SECRET_KEY_PREVIOUS.',
      )
      .addHelpText('after', about),
    settings,
    (db) => reseal(db, settings),
  )
  operates(
    secret
      .command('accept')
      .description('Accept the current SECRET_KEY when the previous one is lost.')
      .addHelpText('after', aboutAccept),
    settings,
    (db) => accept(db, settings),
  )
}

const examples = `
Examples:
  $ atelier-server secret reseal`

const about = `
These are the secrets of webhooks and people's second factors. Run it until it has resealed nothing; then nothing in the
database needs SECRET_KEY_PREVIOUS any more.

Example:
  $ atelier-server secret reseal`

const aboutAccept = `
A server refuses to start with a key that its database was never used with. After this command it starts. Nothing can
read what the lost key sealed: give each webhook a new secret, and drop the second factors of people who can't sign in
(\`person drop-second-factor\`). Everybody signs in again, and earlier links and cursors stop working.

Example:
  $ atelier-server secret accept`

async function accept(db: Db, settings: Settings): Promise<Done> {
  const [{ openKeys }, { acceptKeys }] = await Promise.all([
    import('../secrets/secret-key.ts'),
    import('../secrets/key-fingerprint.ts'),
  ])
  await acceptKeys(db, openKeys(await settings()))
  return { text: 'Accepted the current SECRET_KEY.', json: { accepted: true } }
}

async function reseal(db: Db, settings: Settings): Promise<Done> {
  const [{ keysFor, openKeys }, { secretBox }, { resealSecrets }, { reencryptSecondFactors }] =
    await Promise.all([
      import('../secrets/secret-key.ts'),
      import('../secrets/secret-box.ts'),
      import('../webhooks/reseal.ts'),
      import('../sign-in/reencrypt-second-factors.ts'),
    ])
  const keys = openKeys(await settings())
  const webhookSecrets = await resealSecrets(db, secretBox(...keysFor(keys, 'secrets')))
  const secondFactors = await reencryptSecondFactors(db, keysFor(keys, 'sessions'))
  return {
    text: `Resealed ${count(webhookSecrets, 'secret')} of webhooks and ${count(secondFactors, 'second factor')}.`,
    json: { webhook_secrets: webhookSecrets, second_factors: secondFactors },
  }
}
