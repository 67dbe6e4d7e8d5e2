import { Button, Skeleton, Switch, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import type { Template } from '../../../../../sdk/src/index.ts'
import type { Preview } from '../../../preview/messages.ts'
import type { Previewing } from '../../../preview/use-preview.ts'
import { previewText as text } from '../../../strings/renders.ts'
import { Boxes } from './boxes.tsx'
import { naturalSize } from './draft.ts'
import { Stage } from './stage.tsx'
import classes from './use.module.css'

type Props = {
  template: Template
  previewing: Previewing
  error: Error | null
  /** Key of the variable whose field has the focus. */
  focused: string | undefined
  onOpen(key: string): void
}

/** A preview of the file, with its findings. */
export function PreviewPanel({ template, previewing, error, focused, onOpen }: Props) {
  const { preview, isBusy } = previewing
  const [hasBoxes, setHasBoxes] = useState(false)
  const failure = error?.message ?? previewing.error
  return (
    <section className={classes.preview} aria-label={text.title} aria-busy={isBusy && failure === undefined}>
      <Stage size={preview ?? naturalSize(template)} svg={preview?.svg} alt={text.alt(template.name)}>
        {preview && <Boxes preview={preview} areShown={hasBoxes} focused={focused} onOpen={onOpen} />}
      </Stage>
      <div className={classes.foot}>
        <div className={classes.state} role="status">
          {failure !== undefined ? (
            <Note title={text.failed}>{`${failure} ${text.failedHint}`}</Note>
          ) : preview ? (
            <Summary preview={preview} />
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
      {preview && <Findings template={template} preview={preview} onOpen={onOpen} />}
    </section>
  )
}

function Summary({ preview: { findings, isIncomplete } }: { preview: Preview }) {
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

type FindingsProps = { template: Template; preview: Preview; onOpen(key: string): void }

/** Findings of a variable are beside its field; a button leads there. */
function Findings({ template: { variables }, preview: { findings }, onOpen }: FindingsProps) {
  if (findings.length === 0) return null
  const keys = new Set(findings.flatMap(({ variable }) => variable ?? []))
  const others = new Set(findings.flatMap(({ variable, message }) => (variable === undefined ? message : [])))
  return (
    <ul className={classes.findings} aria-label={text.findings}>
      {keys.size > 0 && (
        <li>
          {text.findingsIn}
          {[...keys].map((key) => (
            <Button key={key} size="compact-xs" variant="default" onClick={() => onOpen(key)}>
              {variables.find((variable) => variable.key === key)?.label ?? key}
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
