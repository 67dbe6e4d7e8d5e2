import type { ComponentProps } from 'react'
import { only } from '../../../routes/search.ts'
import { useCompany } from '../../../session.ts'
import { TagFace } from '../../../tags/tag-face.tsx'
import classes from '../../../tags/tags.module.css'
import { LinkAnchor } from '../../../ui/links.tsx'
import { useTemplateSearch } from '../use-template-search.ts'

type Props = ComponentProps<typeof TagFace> & {
  /** The value in the URL. Undefined for all templates. */
  tag?: string
  onOpened: (() => void) | undefined
}

/** Search terms stay. */
export function TagLink({ tag, onOpened, ...face }: Props) {
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
      <TagFace {...face} />
    </LinkAnchor>
  )
}
