import { Menu } from '@mantine/core'
import { IconPhoto, IconRefresh } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCompany } from '../../session.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { notifyDone } from '../../ui/notify.tsx'
import { useKitsChanged } from './use-kit-change.ts'

/** Replaces the file of the part's asset. The old file remains one of its versions. */
export function ReplaceFile({ assetId, accept }: { assetId: string; accept: string }) {
  const { api } = useCompany()
  const changed = useKitsChanged()
  const replace = useMutation({
    mutationFn: (file: File) => api.assets.replaceFile(assetId, file),
    onSuccess: () => notifyDone(text.replaced),
    onSettled: changed,
  })
  return (
    <Menu.Item
      leftSection={<IconRefresh size={16} />}
      onClick={() => chooseFile(accept, (file) => replace.mutate(file))}
    >
      {text.replace}
    </Menu.Item>
  )
}

export function ShowAsset({ assetId }: { assetId: string }) {
  const { id } = useCompany()
  const navigate = useNavigate()
  return (
    <Menu.Item
      leftSection={<IconPhoto size={16} />}
      onClick={() =>
        void navigate({ to: '/c/$company/assets', params: { company: id }, search: { asset: assetId } })
      }
    >
      {text.showAsset}
    </Menu.Item>
  )
}

/** Opens a file input outside the menu, because the menu unmounts when it closes. */
export function chooseFile(accept: string, onFile: (file: File) => void) {
  const input = document.createElement('input')
  Object.assign(input, { type: 'file', accept })
  input.addEventListener('change', () => {
    const [file] = input.files ?? []
    if (file) onFile(file)
  })
  input.click()
}
