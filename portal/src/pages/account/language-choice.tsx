import { useMutation } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import { chooseLanguage } from '../../language/choose-language.ts'
import type { Language } from '../../language/language.ts'
import { LanguageField } from '../../language/language-field.tsx'
import { FormFailure } from '../../ui/form-failure.tsx'

/** Chooses the language of the person, for the portal in every browser and for e-mails. */
export function LanguageChoice() {
  const save = useMutation({
    mutationFn: (language: Language) => answerOf(auth.updateUser({ language })),
    onSuccess: (_, language) => chooseLanguage(language),
  })
  return (
    <>
      <FormFailure failure={save.error} />
      <LanguageField onChoose={save.mutate} />
    </>
  )
}
