import { Button, Popover } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import type { Render, TemplateVariable } from '../../../../../sdk/src/index.ts'
import { renderText as text } from '../../../strings/renders.ts'
import { uiText } from '../../../strings/ui.ts'
import classes from './renders.module.css'

type Props = {
  variables: readonly TemplateVariable[]
  findings: Render['findings']
  name: string
}

export function Findings({ variables, findings, name }: Props) {
  const labelOf = (key: string) => variables.find((variable) => variable.key === key)?.label ?? key
  return (
    <Popover width={300} position="bottom-start" shadow="md" withRoles>
      <Popover.Target>
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconAlertTriangle size={13} className={classes.warning} aria-hidden />}
        >
          {text.findings(findings.length)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={text.findingsOf(name)}>
        <ul className={classes.findings}>
          {findings.map(({ type, variable, message }) => (
            <li key={`${type} ${variable}`}>
              {variable !== null && <strong>{labelOf(variable) + uiText.colon}</strong>}
              {message}
            </li>
          ))}
        </ul>
      </Popover.Dropdown>
    </Popover>
  )
}
