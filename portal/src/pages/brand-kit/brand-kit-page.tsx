import { Button } from '@mantine/core'
import { IconPalette } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { useCompany } from '../../session.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Empty } from '../../ui/states.tsx'
import { KitForm } from './kit-form.tsx'
import { KitPage } from './kit-page.tsx'
import { type KitName, kitQuery, kitsQuery } from './kit-queries.ts'

export function BrandKitPage() {
  const company = useCompany()
  const kits = useQuery(kitsQuery(company))
  const { kit: asked } = useSearch({ from: '/inside/c/$company/brand-kit' })
  const chosen = kits.data?.find(({ id }) => id === asked) ?? kits.data?.find(({ is_default }) => is_default)
  if (kits.data && chosen) return <Chosen key={chosen.id} kits={kits.data} chosen={chosen} />
  return (
    <>
      <PageHeader title={text.title} />
      <Loaded query={kits} height={480}>
        {() => <NoKit />}
      </Loaded>
    </>
  )
}

function Chosen({ kits, chosen }: { kits: KitName[]; chosen: KitName }) {
  const kit = useQuery(kitQuery(useCompany(), chosen.id))
  if (kit.data) return <KitPage kit={kit.data.data} etag={kit.data.etag} kits={kits} />
  return (
    <>
      <PageHeader title={chosen.name} description={'\u00a0'} />
      <Loaded query={kit} height={480}>
        {() => null}
      </Loaded>
    </>
  )
}

function NoKit() {
  const company = useCompany()
  const [isMaking, setIsMaking] = useState(false)
  const canWrite = company.can('brandkit:write')
  return (
    <>
      <Empty
        icon={<IconPalette />}
        title={text.noneTitle}
        description={canWrite ? text.none : text.noneReader}
        action={canWrite && <Button onClick={() => setIsMaking(true)}>{text.create}</Button>}
      />
      <KitForm
        opened={isMaking}
        onClose={() => setIsMaking(false)}
        title={text.create}
        proposed={company.name}
      />
    </>
  )
}
