import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { assetText as text } from '../../strings/assets.ts'
import { Loaded } from '../../ui/loaded.tsx'
import { type Facet, type FacetCounts, facetQuery } from './asset-queries.ts'
import { Choices } from './choices.tsx'
import { countedBy, type SearchChange } from './search.ts'

type Props = {
  facet: Facet
  label: string
  /** The results that are counted match all other filters, so that the user can add more values. */
  within: SearchChange
  chosen: string[]
  onChange(values: string[]): void
  labelOf?(value: string, name: string | undefined): string
  order?(a: { value: string }, b: { value: string }): number
  isColor?: boolean
}

export function FacetChoices(props: Props) {
  const query = useQuery(facetQuery(useCompany(), props.facet, countedBy(props.within)))
  return (
    <Loaded query={query} height={88}>
      {(data) => <Counted {...props} data={data} />}
    </Loaded>
  )
}

/** Selected values without results stay in the list. */
function Counted({
  facet,
  label,
  chosen,
  onChange,
  labelOf = (value) => value,
  order,
  isColor = false,
  data,
}: Props & { data: FacetCounts }) {
  const counts = data.fields[facet] ?? []
  const missing = chosen.filter((value) => counts.every((one) => one.value !== value))
  const values = [...counts, ...missing.map((value) => ({ value, name: undefined, count: 0 }))]
  if (values.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {text.noValues}
      </Text>
    )
  return (
    <>
      <Choices
        label={label}
        choices={(order ? values.toSorted(order) : values).map(({ value, name, count }) => ({
          value,
          label: labelOf(value, name),
          count,
          color: isColor ? value : undefined,
        }))}
        chosen={chosen}
        onChange={onChange}
      />
      {data.is_capped && <Capped counted={data.counted} />}
    </>
  )
}

/** Counts do not include all results. */
export const Capped = ({ counted }: { counted: number }) => (
  <Text size="xs" c="dimmed" mt={6}>
    {text.countsCapped(counted)}
  </Text>
)
