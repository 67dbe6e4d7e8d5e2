import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import type { Template } from '../../../../../sdk/src/index.ts'
import { localizedTemplate } from '../../../language/localized.ts'
import { useCompany } from '../../../session.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { FileNotes } from '../../../ui/file-notes.tsx'
import { LinkAnchor } from '../../../ui/links.tsx'
import { Loaded } from '../../../ui/loaded.tsx'
import { PageHeader } from '../../../ui/page-header.tsx'
import { isGone } from '../../../use-resource.ts'
import { Comments } from '../../comments/comments.tsx'
import { PropertyPart } from '../../properties/property-part.tsx'
import { TemplateTranslations } from '../../translations/template-translations.tsx'
import { Renders } from '../renders/renders.tsx'
import { TemplatePicture } from '../template-picture.tsx'
import { templateQuery, whichTemplate } from '../template-queries.ts'
import { TemplateState } from '../template-state.tsx'
import { About } from './about.tsx'
import { Actions } from './actions.tsx'
import { Developers } from './developers.tsx'
import { TemplateGone } from './gone.tsx'
import { Review } from './review.tsx'
import { Tags } from './tags.tsx'
import classes from './template-page.module.css'
import { Variables } from './variables.tsx'
import { Versions } from './versions.tsx'
import { Words } from './words.tsx'

export function TemplatePage() {
  const { template: id } = useParams({ from: '/inside/c/$company/templates/$template' })
  const template = useQuery(templateQuery(useCompany(), id, useQueryClient()))
  if (isGone(template.error)) return <TemplateGone templateId={id} />
  return (
    <Loaded query={template} height={640} order={1}>
      {({ data }) => <Found key={data.id} template={data} />}
    </Loaded>
  )
}

function Found({ template }: { template: Template }) {
  const company = useCompany()
  const canEdit = company.can('templates:write')
  const { name } = localizedTemplate(template)
  return (
    <>
      <PageHeader
        back={
          <LinkAnchor to="/c/$company/templates" params={{ company: company.id }} fz="sm">
            {text.title}
          </LinkAnchor>
        }
        title={name}
        description={<TemplateState status={template.status} />}
        actions={<Actions template={template} />}
      />
      <div className={classes.columns}>
        <div className={`${classes.card} ${classes.picture}`}>
          <TemplatePicture url={template.preview_url} alt={text.preview(name)} isLarge />
        </div>
        <div className={`${classes.card} ${classes.side}`}>
          <Words template={template} canEdit={canEdit} />
          <Review template={template} canEdit={canEdit} />
          <Tags template={template} canEdit={canEdit} />
          <PropertyPart
            noun="template"
            resource={template}
            which={whichTemplate(template.id)}
            canEdit={canEdit}
          />
          <TemplateTranslations template={template} canEdit={canEdit} />
          <About template={template} />
          <FileNotes of={template} />
          <Comments
            about={{ template_id: template.id }}
            version={template.version}
            pictureUrl={template.preview_url ?? undefined}
          />
          <Developers template={template} />
        </div>
        <div className={`${classes.card} ${classes.parts}`}>
          <Variables template={template} canEdit={canEdit} />
          <Versions template={template} canEdit={canEdit} />
          {company.can('renders:read') && <Renders template={template} />}
        </div>
      </div>
    </>
  )
}
