import { Button, SegmentedControl, Text } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useParams } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import type { Template, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { usePreviewSetup } from '../../../preview/preview-setup.ts'
import { type Previewing, usePreview } from '../../../preview/use-preview.ts'
import { previewText, boxText as text } from '../../../strings/renders.ts'
import { uiText } from '../../../strings/ui.ts'
import { FormFailure } from '../../../ui/form-failure.tsx'
import { optionsOf } from '../../../ui/options.ts'
import { PageHeader } from '../../../ui/page-header.tsx'
import { Part } from '../../../ui/part.tsx'
import { Empty } from '../../../ui/states.tsx'
import { naturalSize } from '../use/draft.ts'
import { Stage } from '../workbench/stage.tsx'
import { ToTemplate, WithTemplate } from '../workbench/with-template.tsx'
import bench from '../workbench/workbench.module.css'
import { Workbench } from '../workbench/workbench.tsx'
import { BoxFields } from './box-fields.tsx'
import { BoxHandles } from './box-handles.tsx'
import classes from './boxes.module.css'
import { languageOf, type Stress, stresses, stressValue } from './stress.ts'
import { type BoxChange, useBoxDraft } from './use-box-draft.ts'

export function BoxesPage() {
  const { template: id } = useParams({ from: '/inside/c/$company/templates/$template/boxes' })
  return (
    <WithTemplate id={id} scope="templates:write" notAllowed={text}>
      {(template) => <Found key={template.id} template={template} />}
    </WithTemplate>
  )
}

function Found({ template }: { template: Template }) {
  const { variables, isChanged, change, reset, save } = useBoxDraft(template)
  const texts = variables.filter(isText)
  const [chosenKey, setChosenKey] = useState(texts[0]?.key)
  const [stress, setStress] = useState<Stress>('none')
  const { setup, error } = usePreviewSetup(template, null)
  const request = useMemo(() => requestOf(variables, stress), [variables, stress])
  const previewing = usePreview(setup, request)
  const chosen = texts.find(({ key }) => key === chosenKey)
  const lost = lostIn(previewing)
  return (
    <>
      <PageHeader
        back={<ToTemplate id={template.id} label={template.name} />}
        title={text.title}
        description={text.description}
        actions={
          <>
            <Button variant="default" disabled={!isChanged} onClick={reset}>
              {text.discard}
            </Button>
            <Button disabled={!isChanged} loading={save.isPending} onClick={() => save.mutate()}>
              {uiText.save}
            </Button>
          </>
        }
      />
      <FormFailure failure={save.error} />
      {texts.length === 0 ? (
        <Empty title={text.noTextsTitle} description={text.noTexts} />
      ) : (
        <Workbench
          isNarrow
          preview={
            <section className={bench.panel} aria-label={previewText.title} aria-busy={previewing.isBusy}>
              <div className={bench.head}>
                <span id="stress">{text.stress}</span>
                <SegmentedControl
                  size="xs"
                  aria-labelledby="stress"
                  className={classes.stresses ?? ''}
                  data={optionsOf(text.stresses, stresses)}
                  value={stress}
                  onChange={(value) => setStress(stresses.find((one) => one === value) ?? 'none')}
                />
              </div>
              <Editor
                template={template}
                texts={texts}
                previewing={previewing}
                chosenKey={chosenKey}
                onChoose={setChosenKey}
                onChange={change}
              />
              <div className={bench.foot} role="status">
                <Messages texts={texts} previewing={previewing} error={error} />
              </div>
            </section>
          }
        >
          <div className={bench.form}>
            <Part title={text.variables}>
              <ul className={classes.list}>
                {texts.map(({ key, label }) => (
                  <li key={key}>
                    <button
                      type="button"
                      className={classes.variable}
                      aria-pressed={key === chosenKey}
                      onClick={() => setChosenKey(key)}
                    >
                      <span className={classes.variableName}>{label}</span>
                      {lost.has(key) && (
                        <IconAlertTriangle size={16} className={classes.warning} aria-label={text.tooLong} />
                      )}
                    </button>
                  </li>
                ))}
              </ul>
            </Part>
            {chosen && (
              <Part title={text.settingsOf(chosen.label)}>
                <BoxFields
                  key={chosen.key}
                  variable={chosen}
                  box={boxOf(chosen, previewing)}
                  onChange={(part) => change(chosen.key, part)}
                />
              </Part>
            )}
          </div>
        </Workbench>
      )}
    </>
  )
}

type EditorProps = {
  template: Template
  texts: readonly TemplateVariable[]
  previewing: Previewing
  chosenKey: string | undefined
  onChoose(key: string): void
  onChange(key: string, change: BoxChange): void
}

function Editor({ template, texts, previewing, chosenKey, onChoose, onChange }: EditorProps) {
  const { preview } = previewing
  const lost = lostIn(previewing)
  return (
    <Stage size={preview ?? naturalSize(template)} svg={preview?.svg} alt={previewText.alt(template.name)}>
      {preview && (
        <div className={classes.layer} data-stage>
          {texts.map((variable) => {
            const { key, label } = variable
            const box = boxOf(variable, previewing)
            return (
              box && (
                <BoxHandles
                  key={key}
                  label={label}
                  box={box}
                  frame={preview.frame}
                  isChosen={key === chosenKey}
                  isLost={lost.has(key)}
                  onChoose={() => onChoose(key)}
                  onChange={(box) => onChange(key, { box })}
                />
              )
            )
          })}
        </div>
      )}
    </Stage>
  )
}

type MessagesProps = { texts: readonly TemplateVariable[]; previewing: Previewing; error: Error | null }

/** Describes the effect of the boxes on the texts. */
function Messages({ texts, previewing: { preview, error: failure }, error }: MessagesProps) {
  const failed = error?.message ?? failure
  if (failed !== undefined) return `${previewText.failed}. ${failed}`
  const findings = (preview?.findings ?? []).filter(({ type }) => type.startsWith('text_'))
  if (preview && findings.length === 0) return previewText.noFindings
  return (
    <ul className={bench.notes}>
      {findings.map(({ type, variable, message }) => (
        <li key={`${type} ${variable}`}>
          <Text span inherit fw={500}>
            {texts.find(({ key }) => key === variable)?.label ?? variable}:
          </Text>{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}

const isText = ({ type, list }: TemplateVariable) =>
  (type === 'text' || type === 'number') && list === undefined

/** The box of a variable. If the variable has no box, the box in which the engine set the text. */
const boxOf = ({ key, box }: TemplateVariable, { preview }: Previewing) =>
  box ?? preview?.places.find(({ variable }) => variable === key)?.box

const lostTypes = ['text_overflow', 'text_truncated']

const lostIn = ({ preview }: Previewing) =>
  new Set(
    preview?.findings.flatMap(({ type, variable }) =>
      lostTypes.includes(type) && variable !== undefined ? [variable] : [],
    ),
  )

function requestOf(variables: readonly TemplateVariable[], stress: Stress) {
  const values = variables.filter(isText).flatMap((variable) => {
    const value = stressValue(variable, stress)
    return value === undefined ? [] : [[variable.key, value] as const]
  })
  return {
    // Rules for values do not affect the layout.
    variables: variables.map(({ pattern: _, options: __, required: ___, ...variable }) => ({
      ...variable,
      required: false,
    })),
    values: Object.fromEntries(values),
    pictures: {},
    language: languageOf(stress),
    output: null,
    background: null,
  }
}
