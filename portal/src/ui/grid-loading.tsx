import { Skeleton } from '@mantine/core'
import { uiText } from '../strings/ui.ts'
import classes from './library.module.css'

const cells = Array.from({ length: 24 }, (_, at) => at)

/** As large as what comes. */
export function GridLoading() {
  return (
    <div className={classes.loading} role="status" aria-label={uiText.loading}>
      {cells.map((at) => (
        <div key={at}>
          <Skeleton radius="md" className={classes.loadingPicture} />
          <Skeleton height={10} mt={12} width="70%" />
        </div>
      ))}
    </div>
  )
}
