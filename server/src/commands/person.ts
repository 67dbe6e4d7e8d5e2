import { type Command, Option } from 'commander'
import type { Db } from '../db/database.ts'
import type { Handle } from '../db/handle.ts'
import { publicId } from '../ids.ts'
import type { Person } from '../members/queries.ts'
import { type Done, operates, type Settings } from './operator.ts'
import { facts, table, time } from './text-output.ts'
import { UsageError } from './usage-error.ts'

export function addPerson(program: Command, settings: Settings) {
  const person = program
    .command('person')
    .description('Help people who cannot sign in to the portal.')
    .addHelpText('after', examples)
  operates(person.command('list').description('List all people, by e-mail address.'), settings, listAll)
  operates(
    person
      .command('password-link')
      .description('Create a link for choosing a new password. It can be used once, within an hour.')
      .argument('<email>', "the person's e-mail address"),
    settings,
    (db, email: string) => makeLink(db, email, settings),
  )
  operates(
    person
      .command('drop-second-factor')
      .description(
        'Remove the second factor of a person who lost their device. This invalidates password links: create a new link afterwards.',
      )
      .argument('<email>', "the person's e-mail address"),
    settings,
    dropSecondFactor,
  )
  operates(
    person
      .command('sign-out')
      .description('End all sessions of a person and delete their passkeys.')
      .argument('<email>', "the person's e-mail address"),
    settings,
    signOut,
  )
  operates(
    person
      .command('operator')
      .description('Make a person an operator of the installation, or revoke the operator role.')
      .argument('<email>', "the person's e-mail address")
      .addOption(new Option('--revoke', 'revoke the operator role')),
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
  return { text: table(headings, cells, 'There are no people yet.'), json: { people } }
}

/** Creates the same link as the page, but prints it instead of sending an e-mail. */
async function makeLink(db: Handle, email: string, settings: Settings): Promise<Done> {
  const person = await personBy(db, email)
  const config = await settings()
  const [{ openSignIn }, { signInCounts }, { ownLimiters }, { keysFor, openKeys }] = await Promise.all([
    import('../sign-in/better-auth.ts'),
    import('../sign-in/rate-limits.ts'),
    import('../http/rate-limits/rate-limit.ts'),
    import('../secrets/secret-key.ts'),
  ])
  const signIn = openSignIn({
    db,
    publicUrl: config.publicUrl ?? `http://localhost:${config.port}`,
    secrets: keysFor(openKeys(config), 'sessions'),
    singleSignOn: undefined,
    counts: signInCounts(ownLimiters),
    warn: () => {},
  })
  const { url: link } = (await signIn.passwordLink(person.email))!
  const text = facts([
    ['person', `${person.name} <${person.email}>`],
    ['link', link],
  ])
  return {
    text: `${text}\n\nThe link can be used once, within an hour.`,
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
    text: `${person.name} now signs in without a second factor.`,
    json: { email: person.email, two_factor_enabled: false },
  }
}

async function signOut(db: Db, email: string): Promise<Done> {
  const [{ endSessions }, person] = await Promise.all([import('../members/queries.ts'), personBy(db, email)])
  const sessions = await endSessions(db, person.id)
  return {
    text: `Signed ${person.name} out of ${sessions} ${sessions === 1 ? 'session' : 'sessions'} and deleted all passkeys.`,
    json: { email: person.email, ended_sessions: sessions },
  }
}

async function setOperator(db: Db, email: string, { revoke = false }: { revoke?: boolean }): Promise<Done> {
  const [{ makeOperator }, person] = await Promise.all([import('../members/queries.ts'), personBy(db, email)])
  await makeOperator(db, person.id, !revoke)
  return {
    text: `${person.name} is ${revoke ? 'no longer an operator' : 'an operator'}.`,
    json: { email: person.email, is_operator: !revoke },
  }
}

async function personBy(db: Db, email: string): Promise<Person> {
  const { findPersonBy } = await import('../members/queries.ts')
  const person = await findPersonBy(db, email)
  if (!person) throw new UsageError('No person has this e-mail address. Run `person list` to see all people.')
  return person
}
