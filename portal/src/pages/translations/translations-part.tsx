import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { refusalOf } from '../../errors.ts'
import { languageName, languages } from '../../language/every-language.ts'
import { translationsText as text } from '../../strings/translations.ts'
import { EditableText } from '../../ui/editable-text.tsx'
import { Part } from '../../ui/part.tsx'
import { useChangeOne, type Which } from '../../use-resource.ts'
import { type Change, merged } from './merged.ts'

type Owner<Words> = { id: string; translations: Record<string, Words> }

export type TranslatedText<Words> = {
  key: string
  label: string
  original: string | null
  textOf(words: Words): string | undefined
  /** The words of a request that sets this text. Null removes it. */
  changeOf(text: string | null): object
}

type Props<Words, Resource extends Owner<Words>> = {
  resource: Resource
  which: Which
  canEdit: boolean
  texts: readonly TranslatedText<Words>[]
  /** Completes the response to a change with what was shown before. */
  received?(resource: Resource, before: Resource): Resource
}

/** One language at a time. */
export function TranslationsPart<Words, Resource extends Owner<Words>>({
  resource,
  which,
  canEdit,
  texts,
  received,
}: Props<Words, Resource>) {
  const { translations } = resource
  const [chosen, setChosen] = useState<string | null>(null)
  const change = useChangeOne<Resource, Change>(which, {
    shown: (before, { translations: changed }) => ({
      ...before,
      translations: merged(before.translations, changed),
    }),
    ...(received && { received }),
  })
  const tags = Object.keys(translations)
  if (!canEdit && tags.length === 0) return null
  const language = chosen ?? tags[0]
  const words = language === undefined ? undefined : translations[language]
  return (
    <Part title={text.title}>
      <Stack gap="sm">
        <Select
          size="sm"
          label={text.language}
          placeholder={text.choose}
          searchable={canEdit}
          nothingFoundMessage={text.noLanguage}
          data={optionsOf(tags, canEdit)}
          value={language ?? null}
          onChange={setChosen}
        />
        {language !== undefined &&
          texts.map(({ key, label, original, textOf, changeOf }) => (
            <EditableText
              key={`${language} ${key}`}
              label={label}
              {...(original !== null && { hint: original })}
              value={(words && textOf(words)) ?? null}
              canEdit={canEdit}
              failure={refusalOf(change.error)}
              onSave={(given) => change.mutateAsync({ translations: { [language]: changeOf(given) } })}
            />
          ))}
        {language !== undefined && words && canEdit && (
          <Button
            size="compact-sm"
            variant="default"
            style={{ alignSelf: 'flex-start' }}
            onClick={() => {
              setChosen(null)
              change.mutate({ translations: { [language]: null } })
            }}
          >
            {text.remove(languageName(language))}
          </Button>
        )}
        {canEdit && tags.length === 0 && language === undefined && (
          <Text size="xs" c="dimmed">
            {text.hint}
          </Text>
        )}
      </Stack>
    </Part>
  )
}

/** The languages with texts first, and then all others for people who can add one. */
function optionsOf(tags: readonly string[], canEdit: boolean) {
  const own = tags.map((value) => ({ value, label: languageName(value) }))
  const others = languages.filter(({ value }) => !tags.includes(value))
  return [
    ...(own.length > 0 ? [{ group: text.translated, items: own }] : []),
    ...(canEdit ? [{ group: text.others, items: others }] : []),
  ]
}
