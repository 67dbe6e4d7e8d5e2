import type { Command } from 'commander'
import type { Db } from '../db/database.ts'
import { publicId } from '../ids.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { count, table } from './text-output.ts'

/** Exit code if secrets could not be read. All others were encrypted with the current key. */
const exitUnreadable = 1

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
The stored secrets are webhook secrets, render link secrets, share codes and second factors. Repeat the command until it
reports 0 of each. Then you can remove SECRET_KEY_PREVIOUS.

Secrets that neither key decrypts are skipped and listed, with what to do about each.

Exit codes: 0 all secrets are encrypted with SECRET_KEY; 1 some cannot be decrypted; 2 invalid usage, or not possible
now.

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
  const ofTenants = [
    {
      table: sealedSecrets.table,
      kind: 'webhook',
      remedy: 'Rotate without an overlap the secret of',
      ...webhookSecrets,
    },
    { table: sealedLinkSecrets.table, kind: 'renderLink', remedy: 'Revoke and replace', ...linkSecrets },
    { table: sealedShareCodes.table, kind: 'share', remedy: 'Rotate the URL of', ...shareCodes },
  ] as const
  const unreadable: Unreadable[] = [
    ...ofTenants.flatMap(({ table, kind, remedy, unreadable }) =>
      unreadable.map(({ companyId, id, ownerId }) => ({
        table,
        id,
        company_id: publicId('company', companyId),
        what_to_do: `${remedy} ${publicId(kind, ownerId)}.`,
      })),
    ),
    ...secondFactors.unreadable.map(({ id, email }) => ({
      table: 'two_factors',
      id,
      company_id: null,
      what_to_do: `Run \`person drop-second-factor ${email}\`.`,
    })),
  ]
  return {
    text: [
      `Encrypted ${count(webhookSecrets.resealed, 'webhook secret')}, ${count(linkSecrets.resealed, 'render link secret')}, ${count(shareCodes.resealed, 'share code')} and ${count(secondFactors.resealed, 'second factor')} with the current key.`,
      ...(unreadable.length > 0 ? [linesFor(unreadable)] : []),
    ].join('\n\n'),
    json: {
      webhook_secrets: webhookSecrets.resealed,
      render_link_secrets: linkSecrets.resealed,
      share_codes: shareCodes.resealed,
      second_factors: secondFactors.resealed,
      unreadable,
    },
    ...(unreadable.length > 0 && { exitCode: exitUnreadable }),
  }
}

/** A row whose secret cannot be decrypted with either key. */
type Unreadable = { table: string; id: string; company_id: string | null; what_to_do: string }

function linesFor(unreadable: readonly Unreadable[]): string {
  const rows = unreadable.map(({ table, id, company_id, what_to_do }) => [table, id, company_id, what_to_do])
  const number = count(unreadable.length, 'secret cannot', 'secrets cannot')
  return `${number} be decrypted with SECRET_KEY or SECRET_KEY_PREVIOUS and are unchanged. If you have another key, run the command again with that key as SECRET_KEY_PREVIOUS. Otherwise:

${table(['TABLE', 'ID', 'COMPANY', 'WHAT TO DO'], rows, '')}`
}
