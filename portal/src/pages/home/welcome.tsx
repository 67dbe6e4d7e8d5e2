import { Card, Group, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { type Icon, IconKey, IconPalette, IconPhotoUp } from '@tabler/icons-react'
import { type CurrentCompany, useCompany } from '../../session.ts'
import { hrefOf } from '../../shell/places.ts'
import { homeText as text } from '../../strings/shell.ts'
import { LinkAnchor, LinkButton } from '../../ui/links.tsx'
import { PageHeader } from '../../ui/page-header.tsx'

type Step = { icon: Icon; title: string; description: string; button: string; path: string; scope: string }

const steps: Step[] = [
  { ...text.steps.pictures, icon: IconPhotoUp, path: '/assets', scope: 'assets:write' },
  { ...text.steps.brandKit, icon: IconPalette, path: '/brand-kit', scope: 'brandkit:write' },
  { ...text.steps.client, icon: IconKey, path: '/getting-started', scope: 'clients:write' },
]

export const stepsFor = ({ can }: CurrentCompany) => steps.filter(({ scope }) => can(scope))

export function Welcome() {
  const company = useCompany()
  return (
    <>
      <PageHeader title={text.welcomeTo(company.name)} description={text.welcomeText} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="lg">
        {stepsFor(company).map(({ icon: Icon, title, description, button, path }) => (
          <Card key={path} withBorder padding="lg">
            <Stack h="100%" justify="space-between">
              <div>
                <Icon size={28} stroke={1.5} aria-hidden />
                <Title order={2} size="h4" mt="sm">
                  {title}
                </Title>
                <Text size="sm" c="dimmed" mt={4}>
                  {description}
                </Text>
              </div>
              <Group>
                <LinkButton to={hrefOf(company, path)}>{button}</LinkButton>
              </Group>
            </Stack>
          </Card>
        ))}
      </SimpleGrid>
      <Text size="sm" mt="lg">
        <LinkAnchor to={hrefOf(company, '/assets')} fz="inherit">
          {text.toLibrary}
        </LinkAnchor>
      </Text>
    </>
  )
}
