import { Alert, Button, Stack } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { type FocusEvent, useMemo, useState } from 'react'
import { AtelierError } from '../../../../../sdk/src/errors.ts'
import type { Render, Template } from '../../../../../sdk/src/index.ts'
import { localizedTemplate } from '../../../language/localized.ts'
import { usePreviewSetup } from '../../../preview/preview-setup.ts'
import { pictureOf, useAssets } from '../../../preview/use-pictures.ts'
import { usePreview } from '../../../preview/use-preview.ts'
import { renderText, fillText as text } from '../../../strings/renders.ts'
import { templateText } from '../../../strings/templates.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { notifyDone } from '../../../ui/notify.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Part } from '../../../ui/part.tsx'
import { Renders } from '../renders/renders.tsx'
import { ToNewBatch } from '../workbench/to-new-batch.tsx'
import { ToTemplate, WithTemplate } from '../workbench/with-template.tsx'
import bench from '../workbench/workbench.module.css'
import { Workbench } from '../workbench/workbench.tsx'
import { CodeDialog } from './code-dialog.tsx'
import { assetIdsIn, pixelsOf, renderBody, useDraft } from './draft.ts'
import { FieldSurroundings } from './fields/field.tsx'
import { fieldId, VariableFields } from './fields/variable-fields.tsx'
import { OutputFields } from './output-fields.tsx'
import { PreviewPanel } from './preview-panel.tsx'
import { SurroundingFields } from './surrounding-fields.tsx'
import classes from './use.module.css'
import { useCreate } from './use-create.ts'

export function UsePage() {
  const { template: id } = useParams({ from: '/inside/c/$company/templates/$template/use' })
  return (
    <WithTemplate id={id} scope="renders:write" notAllowed={text}>
      {(template) => <Found key={template.id} template={template} />}
    </WithTemplate>
  )
}

function Found({ template: original }: { template: Template }) {
  const template = useMemo(() => localizedTemplate(original), [original])
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
    return { variables, values, language, pictures, output: pixelsOf(output), background }
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
        back={<ToTemplate id={id} label={text.back} />}
        title={text.titleOf(name)}
        description={templateText.sizeOf(template.width, template.height, template.unit)}
        actions={status !== 'archived' && <ToNewBatch templateId={id} />}
      />
      {status === 'archived' && (
        <Alert color="yellow" mb="lg">
          {text.archived}
        </Alert>
      )}
      <Workbench
        preview={
          <PreviewPanel
            template={template}
            previewing={previewing}
            error={error}
            focused={focused}
            onOpen={open}
          />
        }
      >
        <form
          className={bench.form}
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
              <SurroundingFields kits={kits} language={language} brandKitId={brandKitId} onChange={change} />
            </Stack>
          </Part>
          <Part title={text.output}>
            <OutputFields template={template} output={output} onChange={changeOutput} />
          </Part>
          {create.error && !isFaulty && (
            <div className={bench.failure}>
              <FormFailure failure={create.error} />
            </div>
          )}
          <div className={bench.submit}>
            <Button
              type="submit"
              className={bench.create ?? ''}
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
      </Workbench>
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

/** Assets in the document itself, for the previews of their fields. */
const presetsOf = ({ variables }: Template) =>
  variables.flatMap(({ type, default: preset }) =>
    type === 'image' && typeof preset === 'string' ? [preset] : [],
  )

const isHex = (text: string | null) => /^#[0-9A-F]{6}$/i.test(text ?? '')

const isOf = (key: string, fields: readonly string[]) =>
  fields.some((field) => field === `variables.${key}` || field.startsWith(`variables.${key}.`))

/** An empty field is not an error until the user requests the file. */
function withoutMissing(faults: Record<string, string[]>, hasTried: boolean) {
  if (hasTried) return faults
  const known = Object.entries(faults).map(
    ([field, messages]) => [field, messages.filter((one) => !one.endsWith('field is required.'))] as const,
  )
  return Object.fromEntries(known.filter(([, messages]) => messages.length > 0))
}

function open(key: string) {
  const field = document.getElementById(fieldId(key))
  field?.scrollIntoView({ block: 'center' })
  field?.focus({ preventScroll: true })
}

const keyAt = ({ target }: FocusEvent<HTMLElement>, { variables }: Template) =>
  variables.find(({ key }) => target.id === fieldId(key) || target.id.startsWith(`${fieldId(key)}-`))?.key
