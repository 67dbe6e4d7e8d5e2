import type { Terminal } from '../terminal.ts'
import type { LocalFile, LocalSide } from './local-side.ts'
import type { RemoteFile, RemoteSide } from './remote-side.ts'
import type { State, Synced } from './state.ts'

export type Direction = 'up' | 'down' | 'both'

export type Step =
  | { action: 'make_directory'; path: string }
  | { action: 'make_folder'; path: string }
  | { action: 'remove_directory'; path: string }
  | { action: 'trash_folder'; path: string; id: string }
  | { action: 'set_aside'; path: string; from: string; local: LocalFile }
  | { action: 'move_file'; path: string; from: string; moved: Whole }
  | { action: 'move_asset'; path: string; from: string; moved: Whole }
  | { action: 'upload'; path: string; local: LocalFile }
  | { action: 'new_version'; path: string; local: LocalFile; remote: RemoteFile }
  | { action: 'download'; path: string; remote: RemoteFile }
  | { action: 'replace'; path: string; local: LocalFile; remote: RemoteFile }
  | { action: 'trash'; path: string; remote: RemoteFile }
  | { action: 'remove'; path: string; local: LocalFile }

export type StepOf<A extends Step['action']> = Extract<Step, { action: A }>

export type Whole = { local: LocalFile; remote: RemoteFile; known: Synced }

export type Asked = {
  local: LocalSide
  remote: RemoteSide
  state: State
  direction: Direction
  isDeleting: boolean
  root: string
  terminal: Terminal
  date: string
}
