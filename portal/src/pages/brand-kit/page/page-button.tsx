import { Button } from '@mantine/core'
import { IconWorld, IconWorldUpload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { BrandKit } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { brandPageText as text } from '../../../strings/brand-pages.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { PageForm } from './page-form.tsx'
import { pageQuery } from './page-queries.ts'
import { PageStatus } from './page-status.tsx'

export function PageButton({ kit }: { kit: BrandKit }) {
  const company = useCompany()
  const { data: page } = useQuery({ ...pageQuery(company, kit.id), enabled: company.can('library:read') })
  const [isOpen, setIsOpen] = useState(false)
  const canPublish = company.can('shares:write')
  if (page === undefined || (!canPublish && !page?.is_published)) return null
  const close = () => setIsOpen(false)
  return (
    <>
      <Button
        variant="default"
        leftSection={
          page?.is_published ? <IconWorld size={16} aria-hidden /> : <IconWorldUpload size={16} aria-hidden />
        }
        onClick={() => setIsOpen(true)}
      >
        {page?.is_published ? text.page : text.publish}
      </Button>
      <Dialog opened={isOpen} onClose={close} title={text.title(kit.name)} size="lg">
        <PageStatus page={page} />
        {canPublish && <PageForm kit={kit} page={page} onClose={close} />}
      </Dialog>
    </>
  )
}
