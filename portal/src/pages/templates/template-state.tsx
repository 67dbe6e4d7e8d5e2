import type { Template } from '../../../../sdk/src/index.ts'
import { templateText } from '../../strings/templates.ts'
import { Status } from '../../ui/status.tsx'

const colors = { draft: 'yellow', published: 'green', archived: 'gray' } as const

type Props = Pick<Template, 'status'> & { size?: 'xs' | 'sm' }

export const TemplateState = ({ status, size = 'sm' }: Props) => (
  <Status color={colors[status]} size={size}>
    {templateText.statuses[status]}
  </Status>
)
