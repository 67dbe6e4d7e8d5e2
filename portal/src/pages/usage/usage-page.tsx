import { Progress, SimpleGrid, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useCompany } from '../../session.ts'
import { usageText as text } from '../../strings/usage.ts'
import { formatCount } from '../../ui/amounts.ts'
import { Bars } from '../../ui/bars.tsx'
import { fileSize } from '../../ui/file-size.ts'
import { LinkAnchor } from '../../ui/links.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { PageHeader } from '../../ui/page-header.tsx'
import { Section } from '../../ui/section.tsx'
import { type Usage, usageQuery } from './usage.ts'

export function UsagePage() {
  const usage = useQuery(usageQuery(useCompany()))
  return (
    <>
      <PageHeader title={text.title} description={text.description} />
      <Loaded query={usage} height={480}>
        {(usage) => (
          <>
            <Section title={text.storage} description={text.storageText}>
              <Storage {...usage.storage} />
            </Section>
            <Section title={text.library}>
              <Library usage={usage} />
            </Section>
            <Section title={text.requests} description={text.requestsText}>
              <Requests requests={usage.requests} />
            </Section>
          </>
        )}
      </Loaded>
    </>
  )
}

function Storage({ bytes, quota_bytes, types }: Usage['storage']) {
  const used = fileSize(bytes)
  return (
    <Stack>
      <div>
        <Text fw={500}>{quota_bytes ? text.usedOf(used, fileSize(quota_bytes)) : text.used(used)}</Text>
        {quota_bytes ? (
          <Progress value={(bytes / quota_bytes) * 100} mt="xs" aria-label={text.storage} />
        ) : (
          <Text size="sm" c="dimmed">
            {text.noQuota}
          </Text>
        )}
      </div>
      {types.length === 0 ? (
        <Text size="sm" c="dimmed">
          {text.noFiles}
        </Text>
      ) : (
        <Bars
          label={text.type}
          amount={text.size}
          bars={types.map(({ type, count, bytes }) => ({
            key: type,
            label: text.types[type] ?? type,
            detail: text.files(formatCount(count)),
            value: bytes,
            text: fileSize(bytes),
          }))}
        />
      )}
    </Stack>
  )
}

function Library({ usage: { storage, templates, folders, asset_tags, template_tags } }: { usage: Usage }) {
  const assets = storage.types.reduce((sum, { count }) => sum + count, 0)
  return (
    <SimpleGrid component="dl" m={0} cols={{ base: 2, sm: 3 }} spacing="lg">
      <Count label={text.assets} count={assets} />
      <Count label={text.templates} count={templates} />
      <Count label={text.folders} count={folders} />
      <Count label={text.assetTags} count={asset_tags} />
      <Count label={text.templateTags} count={template_tags} />
    </SimpleGrid>
  )
}

function Count({ label, count }: { label: string; count: number }) {
  return (
    <div>
      <Text component="dt" size="sm" c="dimmed">
        {label}
      </Text>
      <Text component="dd" m={0} fz="xl" fw={600}>
        {formatCount(count)}
      </Text>
    </div>
  )
}

function Requests({ requests }: Pick<Usage, 'requests'>) {
  const company = useCompany()
  if (requests.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {text.noRequests}
      </Text>
    )
  const labelOf = ({ id, name }: Usage['requests'][number]['client']) =>
    company.can('clients:read') ? (
      <LinkAnchor
        to="/c/$company/clients/$client"
        params={{ company: company.id, client: id }}
        fz="sm"
        fw={500}
      >
        {name}
      </LinkAnchor>
    ) : (
      name
    )
  return (
    <Bars
      label={text.client}
      amount={text.calls}
      bars={requests.map(({ client, requests, refusals }) => ({
        key: client.id,
        label: labelOf(client),
        ...(refusals > 0 && { detail: text.refused(formatCount(refusals)) }),
        value: requests,
        text: formatCount(requests),
      }))}
    />
  )
}
