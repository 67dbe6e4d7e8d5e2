import type { Template } from '../../resources.gen.ts'
import { templateText } from '../../strings/templates.ts'
import { Status } from '../../ui/status.tsx'

const colors = { draft: 'yellow', published: 'green', archived: 'gray' } as const

export const TemplateState = ({ status }: Pick<Template, 'status'>) => (
  <Status color={colors[status]}>{templateText.statuses[status]}</Status>
)
