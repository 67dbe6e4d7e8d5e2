import type { Template } from '../../../../../sdk/src/index.ts'
import { templateText as text } from '../../../strings/templates.ts'
import { formatCount } from '../../../ui/amounts.ts'
import { Fact, Facts } from '../../../ui/facts.tsx'
import { Part } from '../../../ui/part.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'

export function About({ template }: { template: Template }) {
  const { type, width, height, unit, page_count, created_by, created_at, updated_at, published_at } = template
  return (
    <Part title={text.about}>
      <Facts>
        <Fact label={text.type}>{text.types[type]}</Fact>
        <Fact label={text.size}>{text.sizeOf(width, height, unit)}</Fact>
        {page_count > 1 && <Fact label={text.pages}>{formatCount(page_count)}</Fact>}
        <Fact label={text.createdAt}>
          <RelativeTime at={created_at} />
          {created_by && ` ${text.by} ${created_by.name}`}
        </Fact>
        <Fact label={text.changedAt}>
          <RelativeTime at={updated_at} />
        </Fact>
        {published_at !== null && (
          <Fact label={text.publishedAt}>
            <RelativeTime at={published_at} />
          </Fact>
        )}
      </Facts>
    </Part>
  )
}
