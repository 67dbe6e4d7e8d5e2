import { NativeSelect } from '@mantine/core'
import { uiText } from '../strings/ui.ts'
import { chooseLanguage } from './choose-language.ts'
import { isLanguage, type Language, languages, pageLanguage } from './language.ts'

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

/** Chooses the language of the portal. By default, only for this browser. */
export function LanguageField({ onChoose = chooseLanguage }: { onChoose?: (language: Language) => void }) {
  return (
    <NativeSelect
      aria-label={uiText.language}
      data={options}
      value={pageLanguage()}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && onChoose(value)}
      w={160}
    />
  )
}
