import { Button, FileButton, Menu } from '@mantine/core'
import { IconFiles, IconFolderUp, IconUpload } from '@tabler/icons-react'
import { type ChangeEvent, useRef } from 'react'
import { uploadText as text } from '../../strings/uploads.ts'
import { chosenFiles, type FoundFile } from '../../uploads/found-files.ts'

export function UploadButton({ onFiles }: { onFiles(found: readonly FoundFile[]): void }) {
  const files = useRef<HTMLInputElement>(null)
  const folder = useRef<HTMLInputElement>(null)
  function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    onFiles(chosenFiles([...(currentTarget.files ?? [])]))
    // Allows selecting the same file again.
    currentTarget.value = ''
  }
  return (
    <>
      <input ref={files} type="file" multiple hidden aria-label={text.chooseFiles} onChange={choose} />
      <input
        ref={folder}
        type="file"
        hidden
        aria-label={text.chooseFolder}
        onChange={choose}
        {...{ webkitdirectory: '' }}
      />
      <Menu position="bottom-end">
        <Menu.Target>
          <Button leftSection={<IconUpload size={16} aria-hidden />}>{text.upload}</Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconFiles size={16} aria-hidden />} onClick={() => files.current?.click()}>
            {text.chooseFiles}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolderUp size={16} aria-hidden />}
            onClick={() => folder.current?.click()}
          >
            {text.chooseFolder}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </>
  )
}

/** The action of an empty library or folder, which only selects files. */
export function UploadFilesButton({ onFiles }: { onFiles(found: readonly FoundFile[]): void }) {
  return (
    <FileButton multiple onChange={(files) => onFiles(chosenFiles(files))}>
      {(button) => (
        <Button leftSection={<IconUpload size={16} aria-hidden />} {...button}>
          {text.uploadFiles}
        </Button>
      )}
    </FileButton>
  )
}
