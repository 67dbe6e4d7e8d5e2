// biome-ignore-all lint/a11y/useSemanticElements: a select cannot show pictures.
// biome-ignore-all lint/a11y/useFocusableInteractive: the field has the focus and names the active option.
import { memo, useId } from 'react'
import classes from './palette.module.css'
import type { Option, OptionGroup } from './use-options.ts'

const iconSize = 18

type Props = {
  groups: OptionGroup[]
  active: Option | undefined
  domIdOf(option: Option): string
  onActive(id: string): void
  onRun(option: Option): void
}

export function Options({ groups, active, domIdOf, onActive, onRun }: Props) {
  const id = useId()
  return groups.map(({ label, options }, index) => (
    <div key={label} role="group" aria-labelledby={`${id}-${index}`}>
      <div id={`${id}-${index}`} className={classes.group}>
        {label}
      </div>
      {options.map((option) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys.
        <div
          key={option.id}
          id={domIdOf(option)}
          role="option"
          aria-selected={option === active}
          className={classes.option}
          // The field keeps the focus.
          onMouseDown={(event) => event.preventDefault()}
          onMouseMove={() => option !== active && onActive(option.id)}
          onClick={() => onRun(option)}
        >
          <Face option={option} />
        </div>
      ))}
    </div>
  ))
}

const Face = memo(function Face({ option }: { option: Option }) {
  const { icon: Icon, pictureUrl, label, description } = option
  return (
    <>
      <span className={classes.picture} data-framed={pictureUrl !== undefined || undefined}>
        {pictureUrl ? (
          <img src={pictureUrl} alt="" decoding="async" />
        ) : (
          Icon && <Icon size={iconSize} stroke={1.75} aria-hidden />
        )}
      </span>
      <span className={classes.label}>{label}</span>
      {description && <span className={classes.description}>{description}</span>}
    </>
  )
})
