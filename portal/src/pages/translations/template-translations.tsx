import type { Template } from '../../../../sdk/src/index.ts'
import { templateText as text } from '../../strings/templates.ts'
import { translationsText } from '../../strings/translations.ts'
import { whichTemplate } from '../templates/template-queries.ts'
import { type TranslatedText, TranslationsPart } from './translations-part.tsx'

type Words = Template['translations'][string]

export function TemplateTranslations({ template, canEdit }: { template: Template; canEdit: boolean }) {
  const plain = (key: 'name' | 'description', label: string): TranslatedText<Words> => ({
    key,
    label,
    original: template[key],
    textOf: (words) => words[key],
    changeOf: (given) => ({ [key]: given }),
  })
  const labels = template.variables.map(
    ({ key, label }): TranslatedText<Words> => ({
      key: `variables.${key}`,
      label: translationsText.labelOf(label),
      original: label,
      textOf: ({ variables }) => variables?.[key]?.label,
      changeOf: (given) => ({ variables: { [key]: { label: given } } }),
    }),
  )
  return (
    <TranslationsPart
      key={template.id}
      resource={template}
      which={whichTemplate(template.id)}
      canEdit={canEdit}
      texts={[plain('name', text.name), plain('description', text.description), ...labels]}
    />
  )
}
