import type { Icon } from '@tabler/icons-react'
import { only } from '../../../routes/search.ts'
import { useCompany } from '../../../session.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import { useTemplateSearch } from '../use-template-search.ts'
import classes from './tags.module.css'

type Props = {
  /** As the address has it; undefined for all templates. */
  tag?: string
  label: string
  count: number | undefined
  icon?: Icon
  color?: string | null
  onOpened: (() => void) | undefined
}

/** Shows what has the tag; what is searched for stays. */
export function TagLink({ tag, label, count, icon: Icon, color, onOpened }: Props) {
  const { search } = useTemplateSearch()
  return (
    <LinkAnchor
      to="/c/$company/templates"
      params={{ company: useCompany().id }}
      search={only({ ...search, tag })}
      activeOptions={{ exact: true }}
      onClick={onOpened}
      className={classes.link}
      underline="never"
    >
      {Icon ? (
        <Icon size={16} stroke={1.75} aria-hidden />
      ) : (
        <span className={classes.dot} style={{ backgroundColor: color ?? undefined }} />
      )}
      <span className={classes.label} title={label}>
        {label}
      </span>
      <span className={classes.count}>{count?.toLocaleString('en')}</span>
    </LinkAnchor>
  )
}
