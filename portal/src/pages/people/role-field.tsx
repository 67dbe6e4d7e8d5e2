import { Radio, Stack } from '@mantine/core'
import type { GetInputPropsReturnType } from '@mantine/form'
import { useCompany } from '../../session.ts'
import { peopleText as text } from '../../strings/people.ts'
import { rolesFor } from './people.ts'

/** @param input the form's `getInputProps`. */
export function RoleField({ input }: { input: GetInputPropsReturnType }) {
  return (
    <Radio.Group label={text.role} {...input}>
      <Stack gap="xs" mt="xs">
        {rolesFor(useCompany()).map((role) => (
          <Radio key={role} value={role} label={text.roles[role]} description={text.roleTexts[role]} />
        ))}
      </Stack>
    </Radio.Group>
  )
}
