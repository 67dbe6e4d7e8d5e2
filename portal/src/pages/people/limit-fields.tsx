import type { GetInputPropsReturnType } from '@mantine/form'
import { clientsText } from '../../strings/clients.ts'
import { peopleText as text } from '../../strings/people.ts'
import { FolderLimitField } from '../folder-limits/folders-field.tsx'

type Props = {
  /** The form's `getInputProps`. */ inputOf(name: 'read_limit' | 'write_limit'): GetInputPropsReturnType
}

/** The folders that a member is limited to. */
export const LimitFields = ({ inputOf }: Props) => (
  <>
    <FolderLimitField
      label={clientsText.readLimit}
      description={text.readLimitHint}
      allLabel={clientsText.allFolders}
      foldersLabel={clientsText.readFolders}
      {...inputOf('read_limit')}
    />
    <FolderLimitField
      label={clientsText.writeLimit}
      description={text.writeLimitHint}
      allLabel={text.allReadFolders}
      foldersLabel={clientsText.writeFolders}
      {...inputOf('write_limit')}
    />
  </>
)
