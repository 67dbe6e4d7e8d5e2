import { Command } from 'commander'
import { addChanges } from './changes.ts'
import { addCompletion } from './completion.ts'
import { addDownload } from './files/download.ts'
import { addUpload } from './files/upload.ts'
import { addLists } from './lists/lists.ts'
import { addLogin } from './signing-in/login.ts'
import { addTokenCheck } from './signing-in/token-check.ts'
import { addSync } from './sync/sync.ts'
import type { Terminal } from './terminal.ts'
import { addTokens } from './tokens.ts'

/** That of `package.json`, which the package's compiled files can't reach at the same place; a test holds them equal. */
const version = '0.1.0'

/** The whole command line. */
export function createProgram(terminal: Terminal): Command {
  const program = new Command('atelier')
    .description("An organization's templates, assets, folders, tags and brand kits, from a terminal.")
    .exitOverride()
    .configureHelp({ showGlobalOptions: false })
    .showHelpAfterError('(--help says what there is)')
    .helpCommand('help [command]', 'explain a command')
    .helpOption('-h, --help', 'explain this command')
    .version(version, '--version', 'say which version this is')
    .addHelpText('after', more)
  addLogin(program, terminal)
  const lists = addLists(program, terminal)
  addUpload(lists.get('assets')!, terminal)
  addDownload(lists.get('assets')!, terminal)
  addSync(program, terminal)
  addTokens(lists.get('brand-kit')!, terminal)
  addChanges(program, terminal)
  addTokenCheck(program, terminal)
  addCompletion(program, terminal)
  return program
}

const more = `
Examples:
  $ atelier login
  $ atelier assets list --tag summer --type image
  $ atelier assets upload photos --folder /Campaigns/2026
  $ atelier sync photos /Campaigns/2026 --both
  $ atelier changes --follow --json

ATELIER_URL, ATELIER_CLIENT_ID, ATELIER_CLIENT_SECRET and ATELIER_TOKEN win over what login has kept.
Exit codes: 0 done, 1 failed, 2 wrong usage, 3 not signed in or refused, 130 interrupted.`
