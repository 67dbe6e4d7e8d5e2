import { MultiSelect, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { languages } from '../../../language/every-language.ts'
import { assetTableText as text } from '../../../strings/asset-tables.ts'
import { translationsText } from '../../../strings/translations.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'

type Props = { onClose(): void; onExport(languages: string[]): void }

/** Chooses the languages of a table with translations. */
export const ExportDialog = ({ opened, ...props }: Props & { opened: boolean }) => (
  <Dialog opened={opened} onClose={props.onClose} title={text.exportTranslationsTitle}>
    <Languages {...props} />
  </Dialog>
)

function Languages({ onClose, onExport }: Props) {
  const [chosen, setChosen] = useState<string[]>([])
  const [isSent, setIsSent] = useState(false)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        setIsSent(true)
        if (chosen.length === 0) return
        onClose()
        onExport(chosen)
      }}
    >
      <Stack>
        <Text size="sm">{text.aboutTranslations}</Text>
        <MultiSelect
          label={text.languages}
          error={isSent && chosen.length === 0 && text.chooseLanguages}
          data={languages}
          value={chosen}
          onChange={setChosen}
          maxValues={languagesMax}
          searchable
          hidePickedOptions
          nothingFoundMessage={translationsText.noLanguage}
        />
        <DialogFooter onCancel={onClose} submit={text.export} isSending={false} />
      </Stack>
    </form>
  )
}

/** Maximum number of languages of a table (contract R-TABLE-1). */
const languagesMax = 20
