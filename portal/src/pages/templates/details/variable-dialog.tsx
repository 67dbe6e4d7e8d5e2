import { propertiesOf } from '@atelier/filling/definition'
import { NumberInput, Select, Stack, Switch, TagsInput, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { AtelierError } from '../../../../../sdk/src/errors.ts'
import type { Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { ifMatch } from '../../../api.ts'
import { useCompany } from '../../../session.ts'
import { fillText, variableText as text } from '../../../strings/renders.ts'
import { templateText } from '../../../strings/templates.ts'
import { uiText } from '../../../strings/ui.ts'
import { Dialog, DialogFooter } from '../../../ui/dialog.tsx'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { noneOf, optionsOf } from '../../../ui/options.ts'
import { templateQuery } from '../template-queries.ts'
import { FolderField } from './folder-field.tsx'
import { bodyOf, type Rules, rulesOf } from './variable-rules.ts'

type Props = { template: Template; variable: TemplateVariable | undefined; onClose(): void }

export function VariableDialog({ template, variable, onClose }: Props) {
  return (
    <Dialog
      opened={variable !== undefined}
      onClose={onClose}
      title={variable ? text.title(variable.label) : ''}
    >
      {variable && <RulesForm template={template} variable={variable} onClose={onClose} />}
    </Dialog>
  )
}

function RulesForm({ template, variable, onClose }: Props & { variable: TemplateVariable }) {
  const company = useCompany()
  const queryClient = useQueryClient()
  const { queryKey } = templateQuery(company, template.id, queryClient)
  const form = useForm<Rules>({ initialValues: rulesOf(variable) })
  const save = useMutation({
    scope: { id: template.id },
    meta: { showsError: true },
    mutationFn: (rules: Rules) => {
      const { etag } = queryClient.getQueryData(queryKey) ?? {}
      const body = { variables: [{ key: variable.key, ...bodyOf(rules) }] }
      return company.api.patch(`/templates/${template.id}`, body, ifMatch(etag))
    },
    onSuccess() {
      notifyDone(uiText.saved)
      onClose()
      return queryClient.invalidateQueries({ queryKey: [company.id, 'template'] })
    },
    onError: (error) => form.setErrors(errorsOf(error)),
  })
  const isAtField = Object.keys(errorsOf(save.error)).length > 0
  return (
    <form onSubmit={form.onSubmit((rules) => save.mutate(rules))} noValidate>
      <Stack>
        <FormFailure failure={isAtField ? null : save.error} />
        <Select
          label={templateText.variableType}
          description={text.typeHint}
          data={optionsOf(templateText.variableTypes)}
          allowDeselect={false}
          data-autofocus
          {...form.getInputProps('type')}
        />
        <Fields form={form} />
        <DialogFooter onCancel={onClose} submit={uiText.save} isSending={save.isPending} />
      </Stack>
    </form>
  )
}

/** Errors by field, without the field name that begins "The variables.0.pattern field must be …". */
function errorsOf(error: unknown): Record<string, string> {
  if (!(error instanceof AtelierError)) return {}
  const found = Object.entries(error.fields).flatMap(([field, messages]) => {
    const [, name] = /^variables\.0\.(\w+)/.exec(field) ?? []
    const words = messages.map((message) => message.replace(/^The .*? field /, ''))
    const said = words.join(' ')
    return name === undefined ? [] : [[name, said.charAt(0).toUpperCase() + said.slice(1)] as const]
  })
  return Object.fromEntries(found)
}

function Fields({ form }: { form: UseFormReturnType<Rules> }) {
  const has = (name: string) => (propertiesOf[form.values.type] as readonly string[]).includes(name)
  return (
    <>
      {has('max_length') && (
        <NumberInput
          label={text.maxLength}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('max_length')}
        />
      )}
      {has('options') && (
        <TagsInput label={text.options} description={text.optionsHint} {...form.getInputProps('options')} />
      )}
      {has('pattern') && (
        <TextInput
          label={text.pattern}
          description={text.patternHint}
          spellCheck={false}
          {...form.getInputProps('pattern')}
        />
      )}
      {has('min_width') && (
        <NumberInput
          label={text.minWidth}
          min={1}
          allowDecimal={false}
          {...form.getInputProps('min_width')}
        />
      )}
      {has('folder_id') && <FolderField {...form.getInputProps('folder_id')} />}
      {form.values.type === 'image' && (
        <Select
          label={text.fit}
          data={optionsOf(fillText.fits)}
          allowDeselect={false}
          {...form.getInputProps('fit')}
        />
      )}
      {has('palette') && (
        <TagsInput
          label={text.palette}
          description={text.paletteHint}
          data={[text.everyKitColor]}
          {...form.getInputProps('palette')}
        />
      )}
      {has('format') && <NumberRules form={form} />}
      {has('symbology') && (
        <Select
          label={text.symbology}
          data={optionsOf(fillText.symbologies)}
          allowDeselect={false}
          {...form.getInputProps('symbology')}
        />
      )}
      {has('max_rows') && (
        <NumberInput label={text.maxRows} min={1} allowDecimal={false} {...form.getInputProps('max_rows')} />
      )}
      {has('columns') && (
        <>
          <NumberInput
            label={text.columns}
            placeholder={text.asDesigned}
            min={1}
            allowDecimal={false}
            {...form.getInputProps('columns')}
          />
          <NumberInput
            label={text.columnGap}
            placeholder={text.asDesigned}
            min={0}
            {...form.getInputProps('column_gap')}
          />
          <NumberInput
            label={text.rowGap}
            placeholder={text.asDesigned}
            min={0}
            {...form.getInputProps('row_gap')}
          />
        </>
      )}
    </>
  )
}

function NumberRules({ form }: { form: UseFormReturnType<Rules> }) {
  const { style } = form.values
  return (
    <>
      <Select
        label={text.style}
        data={[noneOf(text.plain), ...optionsOf(text.styles)]}
        allowDeselect={false}
        error={form.errors.format}
        value={style}
        onChange={(value) => form.setFieldValue('style', value ?? '')}
      />
      {style === 'currency' && (
        <TextInput label={text.currency} placeholder="EUR" {...form.getInputProps('currency')} />
      )}
      {style === 'unit' && (
        <TextInput label={text.unit} placeholder="kilometer" {...form.getInputProps('unit')} />
      )}
      <NumberInput
        label={text.fractionDigits}
        min={0}
        max={20}
        allowDecimal={false}
        {...form.getInputProps('fraction_digits')}
      />
      <Switch label={text.grouping} {...form.getInputProps('use_grouping', { type: 'checkbox' })} />
      <TextInput
        label={text.locale}
        description={text.localeHint}
        placeholder="en-GB"
        {...form.getInputProps('locale')}
      />
    </>
  )
}
