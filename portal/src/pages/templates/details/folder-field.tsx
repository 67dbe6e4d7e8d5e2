import { Button, Group, Input, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useCompany } from '../../../session.ts'
import { variableText as text } from '../../../strings/renders.ts'
import { FolderPicker } from '../../assets/folders/folder-picker.tsx'

/** The result of the form's `getInputProps`. */
type Props = { value?: string | null; error?: ReactNode; onChange?(folderId: string | null): void }

/** The folder that must contain the images of a variable. */
export function FolderField({ value = null, error, onChange }: Props) {
  const { api, id: companyId } = useCompany()
  const [isOpen, setIsOpen] = useState(false)
  const folder = useQuery({
    queryKey: [companyId, 'folder', 'named', value],
    queryFn: ({ signal }) => api.get<{ data: { name: string } }>(`/folders/${value}`, { signal }),
    enabled: value !== null,
  })
  return (
    <Input.Wrapper label={text.folder} labelElement="div" error={error}>
      <Group gap="xs">
        <Text size="sm" flex={1} truncate>
          {value === null ? text.anyFolder : folder.data?.data.name}
        </Text>
        <Button size="compact-sm" variant="default" onClick={() => setIsOpen(true)}>
          {text.chooseFolder}
        </Button>
      </Group>
      <FolderPicker
        opened={isOpen}
        onClose={() => setIsOpen(false)}
        title={text.folder}
        submit={text.useFolder}
        rootLabel={text.anyFolder}
        onPick={(folderId) => onChange?.(folderId)}
      />
    </Input.Wrapper>
  )
}
