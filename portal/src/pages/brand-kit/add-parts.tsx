import { Button, FileButton } from '@mantine/core'
import { IconPhotoSearch, IconUpload } from '@tabler/icons-react'
import { type ReactNode, useRef, useState } from 'react'
import type { Asset } from '../../../../sdk/src/index.ts'
import { useCompany } from '../../session.ts'
import { kitText as text } from '../../strings/brand-kit.ts'
import { chosenFiles, type FoundFile } from '../../uploads/found-files.ts'
import { AssetPicker } from '../assets/asset-picker.tsx'
import type { PartKind } from './kit-queries.ts'
import type { BodyOf } from './use-add-files.ts'
import { useKitsChanged } from './use-kit-change.ts'

type Props = {
  kind: PartKind
  type: Asset['type']
  accept: string
  label: string
  bodyOf: BodyOf
  onFiles(found: readonly FoundFile[]): void
  children?: ReactNode
}

export function AddParts({ kind, type, accept, label, bodyOf, onFiles, children }: Props) {
  const { api } = useCompany()
  const changed = useKitsChanged()
  const [isPicking, setIsPicking] = useState(false)
  const reset = useRef<() => void>(null)

  async function pick({ id, name, extension }: Asset) {
    await api.post(`/brand-kit/${kind}`, bodyOf(`${name}.${extension}`, id))
    await changed()
  }

  return (
    <>
      {children}
      <Button
        variant="default"
        size="xs"
        leftSection={<IconPhotoSearch size={14} aria-hidden />}
        onClick={() => setIsPicking(true)}
      >
        {text.fromLibrary}
      </Button>
      <FileButton
        multiple
        accept={accept}
        resetRef={reset}
        onChange={(files) => {
          onFiles(chosenFiles(files))
          // Allows selecting the same file again.
          reset.current?.()
        }}
      >
        {(props) => (
          <Button {...props} variant="default" size="xs" leftSection={<IconUpload size={14} aria-hidden />}>
            {label}
          </Button>
        )}
      </FileButton>
      <AssetPicker
        opened={isPicking}
        onClose={() => setIsPicking(false)}
        title={text.fromLibraryTitle}
        type={type}
        submit={label}
        onPick={pick}
      />
    </>
  )
}
