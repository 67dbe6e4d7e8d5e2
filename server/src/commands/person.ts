import { type Command, Option } from 'commander'
import type { Db } from '../db/database.ts'
import type { Handle } from '../db/handle.ts'
import { publicId } from '../ids.ts'
import type { Person } from '../members/queries.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { facts, table, time } from './text.ts'
import { UsageError } from './usage-error.ts'

export function addPerson(program: Command, settings: Settings) {
  const person = program
    .command('person')
    .description('Help people who cannot get into the portal.')
    .addHelpText('after', examples)
  operates(person.command('list').description('List all who sign in, by address.'), settings, listAll)
  operates(
    person
      .command('password-link')
      .description('Make a link with which somebody chooses a new password. It works for an hour, once.')
      .argument('<email>', 'their address'),
    settings,
    (db, email: string) => makeLink(db, email, settings),
  )
  operates(
    person
      .command('drop-second-factor')
      .description(
        'Let a person sign in without the codes of a device that they lost. Ends their password links: create a new one afterwards.',
      )
      .argument('<email>', 'their address'),
    settings,
    dropSecondFactor,
  )
  operates(
    person
      .command('sign-out')
      .description('End all sessions of somebody, and forget their passkeys.')
      .argument('<email>', 'their address'),
    settings,
    signOut,
  )
  operates(
    person
      .command('operator')
      .description('Make somebody an operator of the installation, or take that from them.')
      .argument('<email>', 'their address')
      .addOption(new Option('--revoke', 'take it from them')),
    settings,
    setOperator,
  )
}

const examples = `
Examples:
  $ atelier-server person drop-second-factor ada@example.com
  $ atelier-server person password-link ada@example.com
  $ atelier-server person operator ada@example.com --revoke`

async function listAll(db: Db): Promise<Done> {
  const { listPeople } = await import('../members/queries.ts')
  const rows = await listPeople(db)
  const people = rows.map(({ id, ...row }) => ({ person_id: publicId('person', id), ...row }))
  const cells = people.map((one) => [
    one.person_id,
    one.email,
    one.name,
    one.is_operator ? 'yes' : '',
    one.two_factor_enabled ? 'yes' : '',
    time(one.created_at),
  ])
  const headings = ['PERSON', 'EMAIL', 'NAME', 'OPERATOR', 'SECOND FACTOR', 'CREATED']
  return { text: table(headings, cells, 'There is nobody yet.'), json: { people } }
}

/** As for who asks on the page; here the letter is what is printed. */
async function makeLink(db: Handle, email: string, settings: Settings): Promise<Done> {
  const person = await personBy(db, email)
  const config = await settings()
  const [{ openSignIn }, { signInCounts }, { ownLimiters }, { keysFor, openKeys }] = await Promise.all([
    import('../sign-in/better-auth.ts'),
    import('../sign-in/rate-limits.ts'),
    import('../http/rate-limit.ts'),
    import('../secrets/secret-key.ts'),
  ])
  const signIn = openSignIn({
    db,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    secrets: keysFor(openKeys(config), 'sessions'),
    singleSignOn: undefined,
    counts: signInCounts(ownLimiters),
  })
  const { url: link } = (await signIn.passwordLink(person.email))!
  const text = facts([
    ['person', `${person.name} <${person.email}>`],
    ['link', link],
  ])
  return {
    text: `${text}\n\nIt works for an hour, once.`,
    json: { email: person.email, link },
  }
}

async function dropSecondFactor(db: Db, email: string): Promise<Done> {
  const [{ dropSecondFactor: drop }, person] = await Promise.all([
    import('../sign-in/remove-second-factor.ts'),
    personBy(db, email),
  ])
  await drop(db, person.id)
  return {
    text: `${person.name} signs in without a second factor.`,
    json: { email: person.email, two_factor_enabled: false },
  }
}

async function signOut(db: Db, email: string): Promise<Done> {
  const [{ endSessions }, person] = await Promise.all([import('../members/queries.ts'), personBy(db, email)])
  const sessions = await endSessions(db, person.id)
  return {
    text: `${person.name} is signed out of ${sessions} ${sessions === 1 ? 'session' : 'sessions'}, and has no passkeys.`,
    json: { email: person.email, ended_sessions: sessions },
  }
}

async function setOperator(db: Db, email: string, { revoke = false }: { revoke?: boolean }): Promise<Done> {
  const [{ makeOperator }, person] = await Promise.all([import('../members/queries.ts'), personBy(db, email)])
  await makeOperator(db, person.id, !revoke)
  return {
    text: `${person.name} is ${revoke ? 'no operator any more' : 'an operator'}.`,
    json: { email: person.email, is_operator: !revoke },
  }
}

async function personBy(db: Db, email: string): Promise<Person> {
  const { findPersonBy } = await import('../members/queries.ts')
  const person = await findPersonBy(db, email)
  if (!person) throw new UsageError('Nobody signs in with this address. `person list` says who does.')
  return person
}
