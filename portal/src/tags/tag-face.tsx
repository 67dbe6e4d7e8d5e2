import type { Icon } from '@tabler/icons-react'
import { formatCount } from '../ui/amounts.ts'
import classes from './tags.module.css'

type Props = { label: string; count: number | undefined; icon?: Icon; color?: string | null }

/** Its class is `classes.link`. */
export function TagFace({ label, count, icon: Icon, color }: Props) {
  return (
    <>
      {Icon ? (
        <Icon size={16} stroke={1.75} aria-hidden />
      ) : (
        <span className={classes.dot} style={{ backgroundColor: color ?? undefined }} />
      )}
      <span className={classes.label} title={label}>
        {label}
      </span>
      <span className={classes.count}>{count !== undefined && formatCount(count)}</span>
    </>
  )
}
