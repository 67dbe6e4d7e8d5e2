import { Button, Text, TextInput } from '@mantine/core'
import { IconLibrary, IconPlus, IconSearch } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Collection } from '../../../../../sdk/src/index.ts'
import { useWholeList } from '../../../lists.ts'
import { useCompany } from '../../../session.ts'
import { collectionText as text } from '../../../strings/collections.ts'
import { useContextMenu } from '../../../ui/context-menu.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Empty, Failed, Loading } from '../../../ui/states.tsx'
import { CollectionForm } from './collection-form.tsx'
import { CollectionContextMenu, hasActions } from './collection-menu.tsx'
import { collectionsQuery } from './collection-queries.ts'
import classes from './collections.module.css'

/** Number of collections above which a search field is shown. */
const searchedFrom = 12

export function CollectionsPage() {
  const company = useCompany()
  const [isMaking, setIsMaking] = useState(false)
  const make = company.can('library:write') && (
    <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setIsMaking(true)}>
      {text.create}
    </Button>
  )
  const isEmpty = useWholeList(collectionsQuery(company)).data?.length === 0
  return (
    <>
      <PageHeader title={text.title} description={text.about} actions={isEmpty ? undefined : make} />
      <All make={make} />
      <CollectionForm opened={isMaking} onClose={() => setIsMaking(false)} />
    </>
  )
}

/** @param make the button that creates a collection, if the user may. */
function All({ make }: { make: ReactNode }) {
  const company = useCompany()
  const menu = useContextMenu<Collection>()
  const { data, error, refetch } = useWholeList(collectionsQuery(company))
  const [words, setWords] = useState('')
  if (error) return <Failed error={error} onRetry={() => void refetch()} />
  if (!data) return <Loading />
  if (data.length === 0)
    return (
      <Empty
        icon={<IconLibrary />}
        title={text.noneTitle}
        description={make ? text.none : text.noneReader}
        action={make}
      />
    )
  const asked = words.trim().toLowerCase()
  const found = data.filter(({ name }) => name.toLowerCase().includes(asked))
  return (
    <>
      {data.length >= searchedFrom && (
        <TextInput
          type="search"
          maw={320}
          mb="md"
          aria-label={text.find}
          placeholder={text.find}
          leftSection={<IconSearch size={16} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      )}
      {found.length === 0 && (
        <Text size="sm" c="dimmed">
          {text.noneFound}
        </Text>
      )}
      <ul className={classes.grid} aria-label={text.title}>
        {found.map((collection) => (
          <li
            key={collection.id}
            onContextMenu={(event) => hasActions(company, collection) && menu.open(event, collection)}
          >
            <Card collection={collection} />
          </li>
        ))}
      </ul>
      <CollectionContextMenu menu={menu} />
    </>
  )
}

function Card({ collection: { id, name, thumbnail_url, items_count } }: { collection: Collection }) {
  return (
    <LinkAnchor
      to="/c/$company/assets"
      params={{ company: useCompany().id }}
      search={{ collection: id }}
      className={classes.card}
      underline="never"
    >
      <span className={classes.cover}>
        {thumbnail_url ? (
          <img src={thumbnail_url} alt="" loading="lazy" />
        ) : (
          <IconLibrary size={32} stroke={1.5} aria-hidden />
        )}
      </span>
      <Text component="span" display="block" className={classes.name} title={name}>
        {name}
      </Text>
      <Text component="span" display="block" size="xs" c="dimmed">
        {text.count(items_count)}
      </Text>
    </LinkAnchor>
  )
}
