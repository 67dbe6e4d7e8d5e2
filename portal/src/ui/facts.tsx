import type { ReactNode } from 'react'
import { uiText } from '../strings/ui.ts'
import { CopyButton } from './copy-button.tsx'
import classes from './facts.module.css'

export function Facts({ children }: { children: ReactNode }) {
  return <dl className={classes.facts}>{children}</dl>
}

export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </>
  )
}

/** A long value, which can be copied. */
export function Copied({ value, label }: { value: string; label: string }) {
  return (
    <span className={classes.copied}>
      <code>{value}</code>
      <CopyButton value={value} label={uiText.copyOf(label)} />
    </span>
  )
}

export function Metadata({ of }: { of: Record<string, unknown> }) {
  return (
    <Facts>
      {Object.entries(of).map(([name, value]) => (
        <Fact key={name} label={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Fact>
      ))}
    </Facts>
  )
}
