import { Skeleton, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../../session.ts'
import { assetText as text } from '../../../strings/assets.ts'
import { ErrorText } from '../../../ui/notify.tsx'
import classes from '../../../ui/part.module.css'
import { Part } from '../../../ui/part.tsx'
import { usagesQuery } from '../asset-queries.ts'

export function Usages({ assetId }: { assetId: string }) {
  const usages = useQuery(usagesQuery(useCompany(), assetId))
  return (
    <Part title={text.usages}>
      {usages.isPending ? (
        <Skeleton height={16} />
      ) : usages.isError ? (
        <ErrorText error={usages.error} />
      ) : usages.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.unused}
        </Text>
      ) : (
        <ul className={classes.rows}>
          {usages.data.map(({ id, type, name, brand_kit }) => (
            <li key={`${type} ${id}`} className={classes.row}>
              <Text span size="sm" fw={500}>
                {name}
              </Text>
              <Text span size="xs" c="dimmed" ml="auto" ta="end">
                {text.usageTypes[type]} {brand_kit && text.usedIn(brand_kit.name)}
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Part>
  )
}
