import type { KitColor } from '@atelier/filling'
import { ActionIcon, Tooltip } from '@mantine/core'
import { IconAlertTriangle, IconRotate } from '@tabler/icons-react'
import { createContext, type ReactNode, use } from 'react'
import type { Asset, TemplateVariable } from '../../../../../../sdk/src/index.ts'
import { fillText as text } from '../../../../strings/renders.ts'
import classes from './fields.module.css'

export type FieldFinding = { type: string; message: string }

export type FieldProps = {
  variable: TemplateVariable
  /** Unique in the page. */
  id: string
  /** The value in the format of a render request. Undefined means the document's own content. */
  value: unknown
  onChange(value: unknown): void
  faults: readonly string[]
  findings: readonly FieldFinding[]
}

type Surroundings = {
  palette: readonly KitColor[]
  assets: readonly Asset[]
}

export const FieldSurroundings = createContext<Surroundings>({ palette: [], assets: [] })
export const useSurroundings = () => use(FieldSurroundings)

/** Props that all fields share. The hint and the findings are below the field and describe it. */
export function frameOf({ variable, id, faults, findings }: FieldProps, hint?: ReactNode) {
  return {
    id,
    label: variable.label,
    ...(variable.required && { required: true }),
    error: faults.length > 0 && faults.map(withoutField).join(' '),
    description: (hint || findings.length > 0) && <Notes hint={hint} findings={findings} />,
    inputWrapperOrder: ['label' as const, 'input' as const, 'error' as const, 'description' as const],
  }
}

/** Removes the field's name from "The variables.headline field is required." */
export function withoutField(message: string): string {
  const [, end] = /^The \S.*? field (.*)$/s.exec(message) ?? []
  return end === undefined ? message : end.charAt(0).toUpperCase() + end.slice(1)
}

export function Notes({ hint, findings }: { hint?: ReactNode; findings: readonly FieldFinding[] }) {
  return (
    <span className={classes.notes}>
      {hint && <span className={classes.hint}>{hint}</span>}
      {findings.map(({ type, message }) => (
        <span key={type} className={classes.finding}>
          <IconAlertTriangle size={14} aria-hidden />
          {message}
        </span>
      ))}
    </span>
  )
}

/** Resets the value to the document's own content. */
export function Reset({ label, onReset }: { label: string; onReset(): void }) {
  return (
    <Tooltip label={text.reset(label)}>
      <ActionIcon variant="subtle" color="gray" size="sm" aria-label={text.reset(label)} onClick={onReset}>
        <IconRotate size={15} />
      </ActionIcon>
    </Tooltip>
  )
}
