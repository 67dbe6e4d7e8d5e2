import { ActionIcon, Tooltip, VisuallyHidden } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { uiText } from '../strings/ui.ts'

/** @param label names the copied value: "Copy client ID". */
export function CopyButton({ value, label = uiText.copy }: { value: string; label?: string }) {
  const { copied, copy } = useClipboard()
  return (
    <>
      <Tooltip label={copied ? uiText.copied : label}>
        <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={() => copy(value)}>
          {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        </ActionIcon>
      </Tooltip>
      <VisuallyHidden role="status">{copied && uiText.copied}</VisuallyHidden>
    </>
  )
}
