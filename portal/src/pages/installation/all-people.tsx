import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMe } from '../../session.ts'
import { installationText as text } from '../../strings/installation.ts'
import { peopleText } from '../../strings/people.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty } from '../../ui/states.tsx'
import { PasswordDialog } from '../account/password-dialog.tsx'
import {
  type InstallationPerson,
  type PasswordLink,
  peopleQuery,
  useInstallationActions,
} from './installation.ts'

const typingMs = 250

export function AllPeople() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const people = useInfiniteQuery(peopleQuery(search))
  const [chosen, setChosen] = useState<InstallationPerson>()
  const [link, setLink] = useState<PasswordLink>()
  const { passwordLink } = useInstallationActions()
  return (
    <Stack>
      <TextInput
        type="search"
        aria-label={text.findPerson}
        placeholder={text.nameOrEmail}
        leftSection={<IconSearch size={16} />}
        maw={360}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Loaded query={people} height={240}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={text.noMatchTitle} description={text.noPerson} />
          ) : (
            <>
              <Rows label={text.people}>
                {rows.map((person) => (
                  <PersonRow key={person.id} person={person} onReset={setChosen} />
                ))}
              </Rows>
              <More query={people} />
            </>
          )
        }
      </Loaded>
      <PasswordDialog
        opened={chosen !== undefined}
        onClose={() => setChosen(undefined)}
        title={text.resetOf(chosen?.name ?? '')}
        description={text.resetText}
        label={text.reset}
        send={(password) => passwordLink(chosen!.id, password)}
        onDone={setLink}
      />
      <Dialog opened={link !== undefined} onClose={() => setLink(undefined)} title={text.linkTitle} size="lg">
        {link && (
          <Stack>
            <Text size="sm">
              {text.linkText(link.email)} {link.mailed && text.linkMailed}
            </Text>
            <CopyField label={text.link} value={link.url} copy={text.copyLink} />
          </Stack>
        )}
      </Dialog>
    </Stack>
  )
}

type RowProps = { person: InstallationPerson; onReset(person: InstallationPerson): void }

function PersonRow({ person, onReset }: RowProps) {
  const { id, name, email, is_operator, companies } = person
  const me = useMe()
  const roles = companies.map((company) => text.roleIn(peopleText.roles[company.role], company.name))
  return (
    <Row
      icon={<IconUser size={20} />}
      title={name}
      detail={[email, is_operator && text.operator, ...roles].filter(Boolean).join(' · ')}
      action={
        // The server creates no password links for other operators.
        (!is_operator || id === me.id) && (
          <Button variant="default" size="xs" aria-label={text.resetOf(name)} onClick={() => onReset(person)}>
            {text.reset}
          </Button>
        )
      }
    />
  )
}
