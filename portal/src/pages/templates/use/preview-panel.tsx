import { Button, Skeleton, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import type { Preview } from '../../../preview/messages.ts'
import type { Previewing } from '../../../preview/use-preview.ts'
import { previewText as text } from '../../../strings/renders.ts'
import { uiText } from '../../../strings/ui.ts'
import { Stage } from '../workbench/stage.tsx'
import bench from '../workbench/workbench.module.css'
import { Boxes } from './boxes.tsx'
import { naturalSize } from './draft.ts'
import { withoutField } from './fields/field.tsx'
import classes from './use.module.css'

type Props = {
  template: Template
  previewing: Previewing
  error: Error | null
  /** Key of the variable whose field has the focus. */
  focused?: string | undefined
  /** Controls above the picture. */
  head?: ReactNode
  /** Whether errors of values are also listed here. Next to a form, they are shown at its fields. */
  hasFaults?: boolean
  onOpen(key: string): void
}

export function PreviewPanel({
  template,
  previewing,
  error,
  focused,
  head,
  hasFaults = false,
  onOpen,
}: Props) {
  const { preview, isBusy } = previewing
  const [hasBoxes, setHasBoxes] = useState(false)
  const failure = error?.message ?? previewing.error
  return (
    <section className={bench.panel} aria-label={text.title} aria-busy={isBusy && failure === undefined}>
      {head && <div className={bench.head}>{head}</div>}
      <Stage size={preview ?? naturalSize(template)} svg={preview?.svg} alt={text.alt(template.name)}>
        {preview && <Boxes preview={preview} areShown={hasBoxes} focused={focused} onOpen={onOpen} />}
      </Stage>
      <div className={bench.foot}>
        <div className={classes.state} role="status">
          {failure !== undefined ? (
            <Note title={text.failed}>{`${failure} ${text.failedHint}`}</Note>
          ) : preview ? (
            <Summary preview={preview} faults={hasFaults ? faultsIn(preview) : []} />
          ) : (
            <Skeleton height={20} width={140} aria-label={text.loading} />
          )}
        </div>
        <Switch
          size="xs"
          label={text.boxes}
          checked={hasBoxes}
          onChange={({ currentTarget }) => setHasBoxes(currentTarget.checked)}
        />
      </div>
      {preview && <Findings template={template} preview={preview} hasFaults={hasFaults} onOpen={onOpen} />}
    </section>
  )
}

type Fault = { key: string; message: string }

const faultsIn = ({ faults }: Preview): Fault[] =>
  Object.entries(faults).flatMap(([field, messages]) =>
    messages.map((message) => ({ key: field.split('.')[1] ?? '', message: withoutField(message) })),
  )

function Summary({ preview, faults }: { preview: Preview; faults: readonly Fault[] }) {
  const { findings, isIncomplete } = preview
  if (faults.length > 0) return <Note title={text.faultCount(faults.length)} />
  if (isIncomplete) return <Note title={text.incomplete} />
  if (findings.length > 0) return <Note title={text.findingCount(findings.length)} />
  return (
    <span className={classes.fine}>
      <IconCircleCheck size={16} aria-hidden />
      {text.noFindings}
    </span>
  )
}

function Note({ title, children }: { title: string; children?: string }) {
  return (
    <span className={classes.note}>
      <IconAlertTriangle size={16} aria-hidden />
      <span>
        {title}
        {children && (
          <Text span display="block" size="xs" c="dimmed">
            {children}
          </Text>
        )}
      </span>
    </span>
  )
}

type FindingsProps = {
  template: Template
  preview: Preview
  hasFaults: boolean
  onOpen(key: string): void
}

/** Beside a form, the findings of a variable are shown at its field, and a button leads there. */
function Findings({ template: { variables }, preview, hasFaults, onOpen }: FindingsProps) {
  const { findings } = preview
  const faults = hasFaults ? faultsIn(preview) : []
  if (findings.length === 0 && faults.length === 0) return null
  const labelOf = (key: string) => variables.find((variable) => variable.key === key)?.label ?? key
  const keys = new Set(findings.flatMap(({ variable }) => variable ?? []))
  const others = new Set(findings.flatMap(({ variable, message }) => (variable === undefined ? message : [])))
  return (
    <ul className={classes.findings} aria-label={text.findings}>
      {faults.map(({ key, message }) => (
        <li key={`${key} ${message}`}>
          <strong>{labelOf(key) + uiText.colon}</strong>
          {message}
        </li>
      ))}
      {hasFaults &&
        findings.map(
          ({ type, variable, message }) =>
            variable !== undefined && (
              <li key={`${type} ${variable}`}>
                <strong>{labelOf(variable) + uiText.colon}</strong>
                {message}
              </li>
            ),
        )}
      {!hasFaults && keys.size > 0 && (
        <li>
          {text.findingsIn}
          {[...keys].map((key) => (
            <Button key={key} size="compact-xs" variant="default" onClick={() => onOpen(key)}>
              {labelOf(key)}
            </Button>
          ))}
        </li>
      )}
      {[...others].map((message) => (
        <li key={message}>{message}</li>
      ))}
    </ul>
  )
}
