import type { Attack } from './attack.ts'
import { floodedQueues } from './flooded-queues.ts'
import { heldStreams } from './held-streams.ts'
import { hostileBodies } from './hostile-bodies.ts'
import { hostileDrawings } from './hostile-drawings.ts'

export const attacks = {
  'hostile-bodies': hostileBodies,
  'flooded-queues': floodedQueues,
  'held-streams': heldStreams,
  'hostile-drawings': hostileDrawings,
} satisfies Record<string, Attack>

export type AttackName = keyof typeof attacks
