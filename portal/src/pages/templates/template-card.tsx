import { memo } from 'react'
import type { Template } from '../../../../sdk/src/index.ts'
import { localizedTemplate } from '../../language/localized.ts'
import { fillText } from '../../strings/renders.ts'
import { templateText as text } from '../../strings/templates.ts'
import type { RowMenu } from '../../ui/context-menu.tsx'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { ReviewState } from '../reviews/review-state.tsx'
import classes from './template-card.module.css'
import { TemplatePicture } from './template-picture.tsx'
import { TemplateState } from './template-state.tsx'

type Props = {
  template: Template
  companyId: string
  /** Whether the user can create renders. */
  canUse: boolean
  /** Index in the whole list, from 0. */
  place: number
  /** Length of the whole list; -1 if unknown. */
  count: number
  onMenu: RowMenu<Template>['open']
}

/** Memoized, so that scrolling through hundreds of cards stays smooth. */
export const TemplateCard = memo(function TemplateCard({ template, companyId, canUse, ...props }: Props) {
  const { place, count, onMenu } = props
  const { name } = localizedTemplate(template)
  const { id, status, review, thumbnail_url, width, height, unit, tags } = template
  const facts = [text.sizeOf(width, height, unit), ...tags.map(({ name }) => name)].join(' · ')
  return (
    // biome-ignore lint/a11y/useSemanticElements: a long list renders only some items and positions them itself.
    <div
      role="listitem"
      aria-posinset={place + 1}
      aria-setsize={count}
      className={classes.item}
      onContextMenu={(event) => onMenu(event, template)}
    >
      <LinkAnchor
        to="/c/$company/templates/$template"
        params={{ company: companyId, template: id }}
        underline="never"
        className={classes.card}
      >
        <span className={classes.picture} aria-hidden>
          <TemplatePicture url={thumbnail_url} alt="" />
        </span>
        <span className={classes.name} title={name}>
          {name}
        </span>
        <span className={classes.line}>
          <TemplateState status={status} size="xs" />
          {review !== null && review !== 'draft' && <ReviewState review={review} size="xs" />}
          <span className={classes.facts} title={facts}>
            {facts}
          </span>
        </span>
      </LinkAnchor>
      {canUse && status !== 'archived' && (
        <LinkButton
          to="/c/$company/templates/$template/use"
          params={{ company: companyId, template: id }}
          className={classes.use ?? ''}
          size="compact-sm"
          aria-label={fillText.titleOf(name)}
        >
          {fillText.action}
        </LinkButton>
      )}
    </div>
  )
})
