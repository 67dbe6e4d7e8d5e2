import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count } from './text-output.ts'

export function addSecret(program: Command, settings: Settings) {
  const secret = program.command('secret').description('Replace SECRET_KEY.').addHelpText('after', examples)
  operates(
    secret
      .command('reseal')
      .description('Encrypt stored secrets with SECRET_KEY instead of SECRET_KEY_PREVIOUS.')
      .addHelpText('after', about),
    settings,
    (db) => reseal(db, settings),
  )
  operates(
    secret
      .command('accept')
      .description('Accept the current SECRET_KEY after the previous one was lost.')
      .addHelpText('after', aboutAccept),
    settings,
    (db) => accept(db, settings),
  )
}

const examples = `
Examples:
  $ atelier-server secret reseal`

const about = `
These are webhook secrets and second factors. Run it until it reports 0 secrets and 0 second factors. Then you can
remove SECRET_KEY_PREVIOUS.

Example:
  $ atelier-server secret reseal`

const aboutAccept = `
A server refuses to start with a key that its database was never used with. After this command it starts. Nothing
can decrypt what was encrypted with the lost key: rotate the secret of each webhook, and remove the second factors of
people who cannot sign in (\`person drop-second-factor\`). Everyone has to sign in again, and earlier links and
cursors stop working.

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
  const [
    { keysFor, openKeys },
    { secretBox },
    { resealColumn },
    { sealedSecrets },
    { sealedLinkSecrets },
    { sealedShareCodes },
    { reencryptSecondFactors },
  ] = await Promise.all([
    import('../secrets/secret-key.ts'),
    import('../secrets/secret-box.ts'),
    import('../secrets/reseal-column.ts'),
    import('../webhooks/secrets.ts'),
    import('../render-links/secrets.ts'),
    import('../shares/codes.ts'),
    import('../sign-in/reencrypt-second-factors.ts'),
  ])
  const keys = openKeys(await settings())
  const box = secretBox(...keysFor(keys, 'secrets'))
  const webhookSecrets = await resealColumn(db, box, sealedSecrets)
  const linkSecrets = await resealColumn(db, box, sealedLinkSecrets)
  const shareCodes = await resealColumn(db, box, sealedShareCodes)
  const secondFactors = await reencryptSecondFactors(db, keysFor(keys, 'sessions'))
  return {
    text: `Encrypted ${count(webhookSecrets, 'webhook secret')}, ${count(linkSecrets, 'secret')} of render links, ${count(shareCodes, 'code')} of shares and ${count(secondFactors, 'second factor')} with the current key.`,
    json: {
      webhook_secrets: webhookSecrets,
      render_link_secrets: linkSecrets,
      share_codes: shareCodes,
      second_factors: secondFactors,
    },
  }
}
