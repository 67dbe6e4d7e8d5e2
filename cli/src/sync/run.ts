import type { Failed } from '../files/outcome.ts'
import type { Progress } from '../files/progress.ts'
import type { Connection } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import type { makeFolders } from './folders.ts'
import type { RemoteSide } from './remote-side.ts'
import type { State } from './state.ts'
import type { Step } from './step.ts'

export type Run = {
  terminal: Terminal
  connection: Connection
  /** The local folder. */
  root: string
  remote: RemoteSide
  state: State
  progress: Progress
  failed: Failed[]
  done: Done[]
  folders: ReturnType<typeof makeFolders>
}

export type Done = { action: Step['action']; path: string; from?: string; asset_id?: string; size?: number }
