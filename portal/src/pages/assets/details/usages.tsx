import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Usage } from '../../../../../sdk/src/index.ts'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { LinkAnchor } from '../../../ui/links.tsx'
import classes from '../../../ui/part.module.css'
import { Part, PartFailed } from '../../../ui/part.tsx'
import { usagesQuery } from '../asset-queries.ts'

export function Usages({ assetId }: { assetId: string }) {
  const usages = useQuery(usagesQuery(useCompany(), assetId))
  return (
    <Part title={text.usages}>
      {usages.isPending ? (
        <Skeleton height={16} />
      ) : usages.isError ? (
        <PartFailed query={usages} />
      ) : usages.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.unused}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {usages.data.map((usage) => (
            <li key={`${usage.relation} ${usage.type} ${usage.id}`} className={classes.row}>
              <User usage={usage} />
              <Text span size="xs" c="dimmed" ml="auto" ta="end">
                {text.usageRelations[usage.relation] || text.usageTypes[usage.type]}{' '}
                {usage.brand_kit && text.usedIn(usage.brand_kit.name)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}

function User({ usage: { type, id, name, brand_kit } }: { usage: Usage }) {
  const company = useCompany().id
  if (type === 'asset')
    return (
      <LinkAnchor to="/c/$company/assets" params={{ company }} search={{ asset: id }} size="sm">
        {name}
      </LinkAnchor>
    )
  if (type === 'brand_kit')
    return (
      <LinkAnchor to="/c/$company/brand-kit" params={{ company }} search={{ kit: id }} size="sm">
        {name}
      </LinkAnchor>
    )
  return brand_kit ? (
    <LinkAnchor to="/c/$company/brand-kit" params={{ company }} search={{ kit: brand_kit.id }} size="sm">
      {name}
    </LinkAnchor>
  ) : (
    <LinkAnchor to="/c/$company/templates/$template" params={{ company, template: id }} size="sm">
      {name}
    </LinkAnchor>
  )
}
