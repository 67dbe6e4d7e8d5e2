import { ActionIcon, Menu } from '@mantine/core'
import { IconFileExport, IconFileImport, IconLanguage, IconTableOptions } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../session.ts'
import { assetTableText as text } from '../../../strings/asset-tables.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { askedBy } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { ExportDialog } from './export-dialog.tsx'
import { ImportDialog } from './import-dialog.tsx'

export function TableMenu() {
  const { api, can } = useCompany()
  const { search } = useAssetSearch()
  const [open, setOpen] = useState<'export' | 'import'>()
  const close = () => setOpen(undefined)
  const exporting = useMutation({
    meta: { showsError: true },
    mutationFn(languages: string[]) {
      const { sort: _, ...filters } = askedBy(search)
      const query = { ...filters, bom: true, ...(languages.length > 0 && { languages: languages.join() }) }
      return api.file('/assets.csv', { query })
    },
    onSuccess: (file) => saveFile(file, file.name),
  })
  if (!can('library:read')) return null
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={text.menu} loading={exporting.isPending}>
            <IconTableOptions size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => exporting.mutate([])}>
            {text.export}
          </Menu.Item>
          <Menu.Item leftSection={<IconLanguage size={16} />} onClick={() => setOpen('export')}>
            {text.exportTranslations}
          </Menu.Item>
          {can('library:write') && (
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => setOpen('import')}>
              {text.import}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ExportDialog opened={open === 'export'} onClose={close} onExport={exporting.mutate} />
      <ImportDialog opened={open === 'import'} onClose={close} />
    </>
  )
}
