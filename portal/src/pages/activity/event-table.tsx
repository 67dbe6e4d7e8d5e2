import { Table, Text } from '@mantine/core'
import { activityText as text } from '../../strings/activity.ts'
import { propertiesText } from '../../strings/properties.ts'
import { uiText } from '../../strings/ui.ts'
import { ExactTime } from '../../ui/relative-time.tsx'
import { SortTh } from '../../ui/sort-header.tsx'
import { useSorting } from '../../ui/sorting.ts'
import type { SecurityEvent } from './activity.ts'

export function EventTable({ events }: { events: SecurityEvent[] }) {
  const sorting = useSorting()
  return (
    <Table verticalSpacing="sm" layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th scope="col">{text.what}</Table.Th>
          <Table.Th scope="col" w="20%" visibleFrom="sm">
            {text.by}
          </Table.Th>
          <Table.Th scope="col" w="18%" visibleFrom="sm">
            {text.address}
          </Table.Th>
          <SortTh
            column="created_at"
            label={text.when}
            sorting={{ ...sorting, sort: sorting.sort ?? '-created_at' }}
            w={190}
            visibleFrom="sm"
          />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {events.map((event) => (
          <EventRow key={event.id} event={event} />
        ))}
      </Table.Tbody>
    </Table>
  )
}

function EventRow({ event }: { event: SecurityEvent }) {
  const { address, created_at } = event
  const sentence = sentenceOf(event)
  const details = detailsOf(event, sentence)
  return (
    <Table.Tr>
      <Table.Td>
        <Text size="sm" fw={500} style={{ overflowWrap: 'anywhere' }}>
          {sentence}
        </Text>
        {details && (
          <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {details}
          </Text>
        )}
        <Text size="xs" c="dimmed" hiddenFrom="sm" component="div" style={{ overflowWrap: 'anywhere' }}>
          <ExactTime at={created_at} /> {address}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">{whoOf(event)}</Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
          {address ?? text.unknown}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" c="dimmed" component="div">
          <ExactTime at={created_at} />
        </Text>
      </Table.Td>
    </Table.Tr>
  )
}

function sentenceOf(event: SecurityEvent): string {
  const { type, client, member, data } = event
  const who = whoOf(event)
  const named = [client?.name, member?.name, data.name, data.email].find((name) => typeof name === 'string')
  const what = String(named ?? (client ? text.goneClient : text.someone))
  const sentence = text.sentences[type]
  return sentence ? sentence(who === text.unknown ? text.someone : who, what) : (text.types[type] ?? type)
}

function whoOf({ actor, client }: SecurityEvent): string {
  const clientName = client ? (client.name ?? text.goneClient) : text.unknown
  if (!actor || actor.type === 'client') return clientName
  if (actor.type === 'operator') return text.operator
  if (actor.type === 'system') return text.system
  return actor.name ?? text.unknown
}

/** The subject and the details of the event that its sentence does not contain. */
function detailsOf({ client, member, data }: SecurityEvent, sentence: string): string {
  const isSaid = (name: string) => sentence.includes(name)
  const named = [
    client?.name && !isSaid(client.name) && client.name,
    member && (isSaid(member.name) ? member.email : `${member.name} (${member.email})`),
  ]
  const rest = Object.entries(data).filter(([, value]) => value !== client?.name)
  const told = rest.map(([name, value]) =>
    name === 'reason'
      ? reasonOf(String(value))
      : `${text.fields[name] ?? name.replaceAll('_', ' ')}${uiText.colon}${shown(value)}`,
  )
  return [...named, ...told].filter(Boolean).join(' · ')
}

/** Each claim of a client assertion has its own code, such as `assertion_iss`. */
function reasonOf(code: string): string {
  const [, claim] = /^assertion_(\w+)$/.exec(code) ?? []
  return text.reasons[code] ?? (claim === undefined ? code : text.claimReason(claim))
}

function shown(value: unknown): string {
  if (typeof value === 'boolean') return value ? propertiesText.yes : propertiesText.no
  if (Array.isArray(value)) return value.map(shown).join(', ')
  return typeof value === 'object' && value !== null
    ? Object.values(value).map(shown).join(', ')
    : String(value)
}
