import { Button } from '@mantine/core'
import { useMutation, useSuspenseQuery } from '@tanstack/react-query'
import { answerOf, auth } from '../../auth.ts'
import { doorsQuery } from '../../session.ts'
import { doorsText } from '../../strings/sign-in.ts'
import { wayIn } from './enter.ts'
import { keepWanted } from './wanted.ts'

/** Single sign-on. The browser goes to the provider and returns to `then`, even after a second attempt. */
export function SingleSignOn({ then }: { then: string | undefined }) {
  const { data: doors } = useSuspenseQuery(doorsQuery)
  const enter = useMutation({
    mutationFn(provider: string) {
      keepWanted(then)
      return answerOf(
        auth.signIn.social({
          provider,
          callbackURL: wayIn(then),
          errorCallbackURL: `/sign-in?${new URLSearchParams([['then', wayIn(then)]])}`,
        }),
      )
    },
  })
  return doors.sso.map(({ id, name }) => (
    <Button
      key={id}
      variant="default"
      fullWidth
      loading={enter.isPending && enter.variables === id}
      onClick={() => enter.mutate(id)}
    >
      {doorsText.sso(name)}
    </Button>
  ))
}
