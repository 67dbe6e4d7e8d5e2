import type { Share } from '../../../../sdk/src/index.ts'
import { sharesText as text } from '../../strings/shares.ts'
import { Status } from '../../ui/status.tsx'
import { stateOf } from './shares.ts'

const colors = { open: 'green', trashed: 'gray', expired: 'gray', revoked: 'red' } as const

export function ShareState({ share }: { share: Share }) {
  const state = stateOf(share)
  return <Status color={colors[state]}>{text.states[state]}</Status>
}
