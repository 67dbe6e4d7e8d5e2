import { VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { uiText } from '../strings/ui.ts'
import classes from './copy-value.module.css'

type Props = {
  label: string
  value: string
  /** The owner of the value: "Copy HEX of Forest". */
  of: string
}

export function CopyValue({ label, value, of }: Props) {
  const { copied, copy } = useClipboard()
  const Icon = copied ? IconCheck : IconCopy
  return (
    <>
      <button
        type="button"
        className={classes.value}
        data-copied={copied || undefined}
        title={uiText.copy}
        onClick={() => copy(value)}
      >
        <VisuallyHidden>{uiText.copy}</VisuallyHidden>
        <span className={classes.label}>{label}</span>
        <span className={classes.text}>{value}</span>
        <VisuallyHidden>{uiText.of(of)}</VisuallyHidden>
        <Icon size={14} aria-hidden />
      </button>
      <VisuallyHidden role="status">{copied && uiText.copied}</VisuallyHidden>
    </>
  )
}
