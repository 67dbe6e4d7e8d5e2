import { Button, Checkbox, List, Select, Stack, Text } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { createApi } from '../../api.ts'
import type { Me } from '../../session.ts'
import { connectText } from '../../strings/connect.ts'
import { FormFailure } from '../../ui/form-failure.tsx'
import { Door } from '../sign-in/door.tsx'
import { type AppRequest, isOptional } from './request.ts'

type Props = { request: string; asked: AppRequest; me: Me }

export function ConsentForm({ request, asked, me }: Props) {
  const { app, scopes, denied_url } = asked
  const active = me.companies.filter(({ enterprise }) => enterprise.status === 'active')
  const [companyId, setCompanyId] = useState(active.length === 1 ? active[0]!.id : null)
  const [chosen, setChosen] = useState<string[]>([])
  const company = active.find(({ id }) => id === companyId)
  const possible = scopes.filter((scope) => !company || company.scopes.includes(scope))
  const granted = possible.filter((scope) => !isOptional(scope) || chosen.includes(scope))
  const allow = useMutation({
    mutationFn: async () => {
      const body = { request, company_id: companyId, scopes: granted }
      const { data } = await createApi().post<{ data: { redirect_url: string } }>('/app-authorizations', body)
      leave(data.redirect_url)
    },
  })
  return (
    <Door
      title={connectText.title(app.name)}
      description={connectText.description(app.redirect_host, app.document_host)}
    >
      <Stack>
        <Select
          label={connectText.company}
          data={active.map(({ id, name }) => ({ value: id, label: name }))}
          value={companyId}
          onChange={setCompanyId}
          allowDeselect={false}
          placeholder={connectText.company}
          // Lists otherwise open in the frame of the portal, which this page does not have.
          comboboxProps={{ withinPortal: false }}
        />
        <Rights title={connectText.rights} scopes={possible.filter((scope) => !isOptional(scope))} />
        {possible.some(isOptional) && (
          <Checkbox.Group label={connectText.optional} value={chosen} onChange={setChosen}>
            <Stack gap="xs" mt="xs">
              {possible.filter(isOptional).map((scope) => (
                <Checkbox key={scope} value={scope} label={connectText.rightOf[scope] ?? scope} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
        <Text size="xs" c="dimmed">
          {connectText.trust} {connectText.asPerson(me.email)}.
        </Text>
        <FormFailure failure={allow.error} />
        <Button
          onClick={() => allow.mutate()}
          loading={allow.isPending || allow.isSuccess}
          disabled={!company || granted.length === 0}
          fullWidth
        >
          {connectText.allow}
        </Button>
        <Button variant="default" onClick={() => leave(denied_url)} fullWidth>
          {connectText.deny}
        </Button>
      </Stack>
    </Door>
  )
}

function Rights({ title, scopes }: { title: string; scopes: string[] }) {
  if (scopes.length === 0) return <Text size="sm">{connectText.noRights}</Text>
  return (
    <div>
      <Text size="sm" fw={500} mb={4}>
        {title}
      </Text>
      <List size="sm">
        {scopes.map((scope) => (
          <List.Item key={scope}>{connectText.rightOf[scope] ?? scope}</List.Item>
        ))}
      </List>
    </div>
  )
}

/** Returns to the app. Replaces the page, because a code works only once. */
const leave = (url: string) => location.replace(url)
