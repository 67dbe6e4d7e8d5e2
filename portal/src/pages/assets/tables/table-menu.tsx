import { ActionIcon, Menu } from '@mantine/core'
import { IconFileExport, IconFileImport, IconTableOptions } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { useCompany } from '../../../session.ts'
import { assetTableText as text } from '../../../strings/asset-tables.ts'
import { saveFile } from '../../../ui/save-file.ts'
import { askedBy } from '../search.ts'
import { useAssetSearch } from '../use-asset-search.ts'
import { ImportDialog } from './import-dialog.tsx'

export function TableMenu() {
  const { api, can } = useCompany()
  const { search } = useAssetSearch()
  const [isImporting, setIsImporting] = useState(false)
  const exporting = useMutation({
    meta: { showsError: true },
    mutationFn() {
      const { sort: _, ...filters } = askedBy(search)
      return api.file('/assets.csv', { query: { ...filters, bom: true } })
    },
    onSuccess: (file) => saveFile(file, file.name),
  })
  return (
    <>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={text.menu} loading={exporting.isPending}>
            <IconTableOptions size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => exporting.mutate()}>
            {text.export}
          </Menu.Item>
          {can('assets:write') && (
            <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
              {text.import}
            </Menu.Item>
          )}
        </Menu.Dropdown>
      </Menu>
      <ImportDialog opened={isImporting} onClose={() => setIsImporting(false)} />
    </>
  )
}
