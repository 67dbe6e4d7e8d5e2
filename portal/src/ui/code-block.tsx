import classes from './code-block.module.css'
import { CopyButton } from './copy-button.tsx'

type Props = {
  /** What the code is, for who does not see it. */
  label: string
  code: string
  copy: string
}

export function CodeBlock({ label, code, copy }: Props) {
  return (
    <div className={classes.block}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is too wide must be scrolled by keyboard too. */}
      <section className={classes.code} tabIndex={0} aria-label={label}>
        <pre>
          <code>{code}</code>
        </pre>
      </section>
      <div className={classes.copy}>
        <CopyButton value={code} label={copy} />
      </div>
    </div>
  )
}
