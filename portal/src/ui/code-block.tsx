import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'
import { Highlighted } from './highlighted.tsx'

type Props = {
  label: string
  code: string
  copy: string
  /** Maximum height in pixels; longer code scrolls. */
  heightMax?: number
}

export function CodeBlock({ label, code, copy, heightMax }: Props) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: wide content must also be scrollable by keyboard. */}
      <section className={classes.code} style={{ maxHeight: heightMax }} tabIndex={0} aria-label={label}>
        <pre>
          <code>
            <Highlighted code={code} />
          </code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={code} label={copy} />
      </div>
    </div>
  )
}
