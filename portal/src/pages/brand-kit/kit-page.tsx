import { Button, Select } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import type { BrandKit } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { kitText as text, zipText } from '../../strings/brand-kit.ts'
import { PageHeader } from '../../ui/page-header.tsx'
import { Colors } from './colors/colors.tsx'
import { Contrast } from './colors/contrast.tsx'
import { Tokens } from './download/tokens.tsx'
import { ZipDialog } from './download/zip-dialog.tsx'
import { Fonts } from './fonts/fonts.tsx'
import { KitMenu } from './kit-menu.tsx'
import type { KitName } from './kit-queries.ts'
import { Logos } from './logos/logos.tsx'
import { PageButton } from './page/page-button.tsx'

type Props = { kit: BrandKit; etag: string | null; kits: KitName[] }

export function KitPage({ kit, etag, kits }: Props) {
  const canWrite = useCompany().can('brandkit:write')
  const [isDownloading, setIsDownloading] = useState(false)
  const counts = text.summary(kit.logos.length, kit.colors.length, kit.fonts.length)
  return (
    <>
      <PageHeader
        title={kit.name}
        description={kit.is_default && kits.length > 1 ? `${text.isDefault} · ${counts}` : counts}
        actions={
          <>
            {kits.length > 1 && <KitChoice chosen={kit.id} kits={kits} />}
            <Button
              variant="default"
              leftSection={<IconDownload size={16} aria-hidden />}
              onClick={() => setIsDownloading(true)}
            >
              {zipText.download}
            </Button>
            <PageButton kit={kit} />
            {canWrite && <KitMenu kit={kit} etag={etag} />}
          </>
        }
      />
      <Logos kit={kit} />
      <Colors kit={kit} />
      <Contrast kit={kit} />
      <Fonts kit={kit} />
      <Tokens kit={kit} />
      <ZipDialog opened={isDownloading} onClose={() => setIsDownloading(false)} kit={kit} />
    </>
  )
}

function KitChoice({ chosen, kits }: { chosen: string; kits: KitName[] }) {
  const navigate = useNavigate()
  return (
    <Select
      aria-label={text.choose}
      data={kits.map(({ id, name }) => ({ value: id, label: name }))}
      value={chosen}
      onChange={(kit) => kit && void navigate({ to: '.', search: { kit } })}
      allowDeselect={false}
      searchable={kits.length > 10}
    />
  )
}
