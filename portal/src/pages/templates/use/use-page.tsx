import { Alert, Button, Select, Stack } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type FocusEvent, useMemo, useState } from 'react'
import { AtelierError } from '../../../../../sdk/src/errors.ts'
import type { BrandKit, Render, Template } from '../../../../../sdk/src/index.ts'
import { kitToUse, usePreviewSetup } from '../../../preview/preview-setup.ts'
import { pictureOf, useAssets } from '../../../preview/use-pictures.ts'
import { usePreview } from '../../../preview/use-preview.ts'
import { useCompany } from '../../../session.ts'
import { renderText, fillText as text } from '../../../strings/renders.ts'
import { templateText } from '../../../strings/templates.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { noneOf } from '../../../ui/options.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Part } from '../../../ui/part.tsx'
import { Empty } from '../../../ui/states.tsx'
import { isGone } from '../../../use-resource.ts'
import { TemplateGone } from '../details/gone.tsx'
import { Renders } from '../renders/renders.tsx'
import { templateQuery } from '../template-queries.ts'
import { CodeDialog } from './code-dialog.tsx'
import { assetIdsIn, outputOf, renderBody, useDraft } from './draft.ts'
import { FieldSurroundings } from './fields/field.tsx'
import { fieldId, VariableFields } from './fields/variable-fields.tsx'
import { languages } from './languages.ts'
import { OutputFields } from './output-fields.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import classes from './use.module.css'
import { useCreate } from './use-create.ts'

export function UsePage() {
  const { template: id } = useParams({ from: '/inside/c/$company/templates/$template/use' })
  const company = useCompany()
  const template = useQuery(templateQuery(company, id, useQueryClient()))
  if (isGone(template.error)) return <TemplateGone templateId={id} />
  if (!company.can('renders:write'))
    return <Empty order={1} title={text.notAllowedTitle} description={text.notAllowed} />
  return (
    <Loaded query={template} height={640} order={1}>
      {({ data }) => <Found key={data.id} template={data} />}
    </Loaded>
  )
}

function Found({ template }: { template: Template }) {
  const company = useCompany()
  const { id, name, variables, status } = template
  const { draft, setValue, change, changeOutput } = useDraft(template)
  const { values, language, brandKitId, output } = draft
  const [focused, setFocused] = useState<string>()
  const [hasTried, setHasTried] = useState(false)
  const [isCodeShown, setIsCodeShown] = useState(false)
  const create = useCreate(template)

  const assets = useAssets(useMemo(() => [...assetIdsIn(values), ...presetsOf(template)], [values, template]))
  const { setup, kits, error } = usePreviewSetup(template, brandKitId)
  const background = isHex(output.background) ? output.background : null
  const request = useMemo(() => {
    const pictures = Object.fromEntries(
      assets.flatMap((asset) => pictureOf(asset) ?? []).map((one) => [one.key, one]),
    )
    return { variables, values, language, pictures, output: outputOf(output), background }
  }, [variables, values, language, assets, output, background])
  const previewing = usePreview(setup, request)
  const { faults = {}, findings = [] } = previewing.preview ?? {}
  const refused = create.error instanceof AtelierError ? create.error.fields : {}
  const shown = { ...withoutMissing(faults, hasTried), ...(create.variables === draft && refused) }
  const isFaulty = Object.keys(shown).some((field) => field.startsWith('variables.'))

  function submit() {
    setHasTried(true)
    const first = variables.find(({ key }) => isOf(key, Object.keys(faults)))
    if (first) open(first.key)
    else create.mutate(draft)
  }

  function load(render: Render) {
    const known = Object.entries(render.variables).filter(([key]) => variables.some((one) => one.key === key))
    change({ values: Object.fromEntries(known) })
    notifyDone(renderText.usedValues)
    window.scrollTo({ top: 0 })
  }

  return (
    <>
      <PageHeader
        back={
          <LinkAnchor
            to="/c/$company/templates/$template"
            params={{ company: company.id, template: id }}
            fz="sm"
          >
            {text.back}
          </LinkAnchor>
        }
        title={text.titleOf(name)}
        description={templateText.sizeOf(template.width, template.height, template.unit)}
      />
      {status === 'archived' && (
        <Alert color="yellow" mb="lg">
          {text.archived}
        </Alert>
      )}
      <div className={classes.columns}>
        <form
          className={classes.form}
          noValidate
          onFocus={(event) => setFocused(keyAt(event, template))}
          onBlur={() => setFocused(undefined)}
          onSubmit={(event) => {
            event.preventDefault()
            submit()
          }}
        >
          <Part
            title={text.content}
            action={
              Object.keys(values).length > 0 && (
                <Button size="compact-sm" variant="default" onClick={() => change({ values: {} })}>
                  {text.startAgain}
                </Button>
              )
            }
          >
            <FieldSurroundings value={{ palette: setup?.palette ?? [], assets }}>
              <VariableFields
                variables={variables}
                values={values}
                onChange={setValue}
                faults={shown}
                findings={findings}
              />
            </FieldSurroundings>
            <Stack gap="md" mt="md">
              <Select
                label={text.language}
                description={text.languageHint}
                inputWrapperOrder={['label', 'input', 'error', 'description']}
                data={[noneOf(text.noLanguage), ...languages]}
                value={language ?? ''}
                allowDeselect={false}
                searchable
                onChange={(value) => change({ language: value || null })}
              />
              {kits && kits.length > 1 && (
                <KitField kits={kits} value={brandKitId} onChange={(brandKitId) => change({ brandKitId })} />
              )}
            </Stack>
          </Part>
          <Part title={text.output}>
            <OutputFields template={template} output={output} onChange={changeOutput} />
          </Part>
          {create.error && !isFaulty && (
            <div className={classes.failure}>
              <FormFailure failure={create.error} />
            </div>
          )}
          <div className={classes.submit}>
            <Button
              type="submit"
              className={classes.create ?? ''}
              loading={create.isPending}
              disabled={status === 'archived'}
            >
              {text.create(text.formats[output.format])}
            </Button>
            <Button
              variant="default"
              leftSection={<IconCode size={16} aria-hidden />}
              onClick={() => setIsCodeShown(true)}
            >
              {text.copyAs}
            </Button>
          </div>
        </form>
        <div className={classes.side}>
          <PreviewPanel
            template={template}
            previewing={previewing}
            error={error}
            focused={focused}
            onOpen={open}
          />
        </div>
      </div>
      <div className={classes.renders}>
        <Renders template={template} onUse={load} />
      </div>
      <CodeDialog
        opened={isCodeShown}
        onClose={() => setIsCodeShown(false)}
        templateId={id}
        body={renderBody(draft)}
      />
    </>
  )
}

type KitProps = { kits: readonly BrandKit[]; value: string | null; onChange(kitId: string | null): void }

function KitField({ kits, value, onChange }: KitProps) {
  const standard = kitToUse(kits, null)
  return (
    <Select
      label={text.brandKit}
      data={kits.map(({ id, name }) => ({
        value: id === standard?.id ? '' : id,
        label: id === standard?.id ? text.defaultKit(name) : name,
      }))}
      value={value ?? ''}
      allowDeselect={false}
      onChange={(kitId) => onChange(kitId || null)}
    />
  )
}

/** Assets in the document itself, for the previews of their fields. */
const presetsOf = ({ variables }: Template) =>
  variables.flatMap(({ type, default: preset }) =>
    type === 'image' && typeof preset === 'string' ? [preset] : [],
  )

const isHex = (text: string | null) => /^#[0-9A-F]{6}$/i.test(text ?? '')

const isOf = (key: string, fields: readonly string[]) =>
  fields.some((field) => field === `variables.${key}` || field.startsWith(`variables.${key}.`))

/** An empty field is not an error before the user requests the file. */
function withoutMissing(faults: Record<string, string[]>, hasTried: boolean) {
  if (hasTried) return faults
  const known = Object.entries(faults).map(
    ([field, messages]) => [field, messages.filter((one) => !one.endsWith('field is required.'))] as const,
  )
  return Object.fromEntries(known.filter(([, messages]) => messages.length > 0))
}

/** Shows the field of a variable. */
function open(key: string) {
  const field = document.getElementById(fieldId(key))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

const keyAt = ({ target }: FocusEvent<HTMLElement>, { variables }: Template) =>
  variables.find(({ key }) => target.id === fieldId(key) || target.id.startsWith(`${fieldId(key)}-`))?.key
