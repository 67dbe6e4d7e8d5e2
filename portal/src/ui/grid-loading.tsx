import { uiText } from '../strings/ui.ts'
import classes from './library.module.css'

const cells = Array.from({ length: 24 }, (_, at) => at)

export function GridLoading() {
  return (
    <div className={classes.loading} role="status" aria-label={uiText.loading}>
      {cells.map((at) => (
        <div key={at}>
          <div className={classes.loadingPicture} />
          <div className={classes.loadingName} />
        </div>
      ))}
    </div>
  )
}
