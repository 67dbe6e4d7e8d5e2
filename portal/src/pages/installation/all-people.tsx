import { Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch, IconUser } from '@tabler/icons-react'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { installationText as text } from '../../strings/installation.ts'
import { CopyField } from '../../ui/copy-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loaded, More } from '../../ui/loaded.tsx'
import { Row, Rows } from '../../ui/rows.tsx'
import { Empty } from '../../ui/states.tsx'
import { type InstallationPerson, peopleQuery, useInstallationActions } from './installation.ts'

const typingMs = 250

/** People of all companies, with links for new passwords. */
export function AllPeople() {
  const [typed, setTyped] = useState('')
  const [search] = useDebouncedValue(typed.trim(), typingMs)
  const people = useInfiniteQuery(peopleQuery(search))
  const [link, setLink] = useState<{ email: string; url: string }>()
  return (
    <Stack>
      <TextInput
        type="search"
        aria-label={text.findPerson}
        placeholder={text.findPerson}
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
                  <PersonRow key={person.id} person={person} onLink={setLink} />
                ))}
              </Rows>
              <More query={people} />
            </>
          )
        }
      </Loaded>
      <Dialog opened={link !== undefined} onClose={() => setLink(undefined)} title={text.linkTitle} size="lg">
        {link && (
          <Stack>
            <Text size="sm">{text.linkText(link.email)}</Text>
            <CopyField label={text.link} value={link.url} copy={text.copyLink} />
          </Stack>
        )}
      </Dialog>
    </Stack>
  )
}

type RowProps = { person: InstallationPerson; onLink(link: { email: string; url: string }): void }

function PersonRow({ person: { id, name, email, is_operator, companies }, onLink }: RowProps) {
  const { passwordLink } = useInstallationActions()
  const linking = useMutation({ mutationFn: () => passwordLink(id), onSuccess: onLink })
  const roles = companies.map((company) => text.roleIn(company.role, company.name))
  return (
    <Row
      icon={<IconUser size={20} />}
      title={name}
      detail={[email, is_operator && text.operator, ...roles].filter(Boolean).join(' · ')}
      action={
        <Button
          variant="default"
          size="xs"
          aria-label={text.resetOf(name)}
          loading={linking.isPending}
          onClick={() => linking.mutate()}
        >
          {text.reset}
        </Button>
      }
    />
  )
}
