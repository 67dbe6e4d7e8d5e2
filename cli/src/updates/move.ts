import type { Command } from 'commander'
import { remoteFolders } from '../files/remote-folders.ts'
import { givenIds } from '../lists/flags.ts'
import { connect } from '../signing-in/connect.ts'
import type { Terminal } from '../terminal.ts'
import { changeAssets, changeEach, report } from './changed.ts'

type Options = { folder: string; json?: boolean }

const withTarget = (command: Command) =>
  command
    .argument('<ids...>', 'item IDs', givenIds)
    .requiredOption(
      '--folder <folder>',
      'target folder, fld_… or /Campaigns/2026, or / for the root; a missing path is created',
    )
    .option('--json', 'print one JSON document and nothing else')

export function addMoveAssets(assets: Command, terminal: Terminal) {
  withTarget(assets.command('move').description('Move assets into a folder.')).action(
    async (ids: string[], { folder, json }: Options) => {
      const { atelier } = await connect(terminal)
      const folder_id = await remoteFolders(atelier, terminal.signal).made(folder)
      const changed = await changeAssets(terminal, atelier, ids, { action: 'move', folder_id })
      await report(terminal, 'Moved', changed, { plural: 'assets', json })
    },
  )
}

export function addMoveFolders(folders: Command, terminal: Terminal) {
  withTarget(folders.command('move').description('Move folders into another folder.')).action(
    async (ids: string[], { folder, json }: Options) => {
      const { signal } = terminal
      const { atelier } = await connect(terminal)
      const parent_id = await remoteFolders(atelier, signal).made(folder)
      const move = (id: string) => atelier.folders.update(id, { parent_id }, { signal })
      await report(terminal, 'Moved', await changeEach(terminal, ids, move), { plural: 'folders', json })
    },
  )
}
