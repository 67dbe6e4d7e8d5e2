import { NativeSelect } from '@mantine/core'
import { uiText } from '../strings/ui.ts'
import { chooseLanguage } from './choose-language.ts'
import { isLanguage, languages, pageLanguage } from './language.ts'

const options = Object.entries(languages).map(([value, label]) => ({ value, label }))

/** Chooses the language of the portal. */
export function LanguageField() {
  return (
    <NativeSelect
      aria-label={uiText.language}
      data={options}
      value={pageLanguage()}
      onChange={({ currentTarget: { value } }) => isLanguage(value) && chooseLanguage(value)}
      w={160}
    />
  )
}
