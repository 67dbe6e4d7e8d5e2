import { Command } from 'commander'
import { addApi } from './api.ts'
import { addArchive } from './archives/archive.ts'
import { addAssetTables } from './asset-tables/asset-tables.ts'
import { addBrandPages } from './brand-pages/brand-pages.ts'
import { addChanges } from './changes.ts'
import { addCollections } from './collections/collections.ts'
import { addComments } from './comments/comments.ts'
import { addCompletion } from './completion.ts'
import { addDownload } from './files/download.ts'
import { addEdit } from './files/edit.ts'
import { addUpload } from './files/upload.ts'
import { addLists } from './lists/lists.ts'
import { addProperties } from './properties/properties.ts'
import { addRender } from './renders/render.ts'
import { addRenderLinks } from './renders/render-links.ts'
import { addReviews } from './reviews/reviews.ts'
import { addSavedSearches } from './saved-searches/saved-searches.ts'
import { addShare, addShares } from './shares/shares.ts'
import { addLogin } from './signing-in/login.ts'
import { profileName, useProfile } from './signing-in/profile.ts'
import { addTokenCheck } from './signing-in/token-check.ts'
import { addSync } from './sync/sync.ts'
import type { Terminal } from './terminal.ts'
import { addTokens } from './tokens.ts'
import { addUpdates } from './updates/updates.ts'

/** Version in `package.json`, whose relative path differs in the compiled package. A test compares them. */
const version = '0.1.0'

export function createProgram(terminal: Terminal): Command {
  const program = new Command('atelier')
    .description(
      "Manage an organization's templates, renders, assets, folders, tags and brand kits from a terminal.",
    )
    .exitOverride()
    .configureHelp({ showGlobalOptions: true })
    .showHelpAfterError('(see --help)')
    .helpCommand('help [command]', 'show help for a command')
    .helpOption('-h, --help', 'show help for this command')
    .version(version, '--version', 'show the version')
    .option('--profile <name>', 'use the credentials that were stored under this name', profileName)
    .addHelpText('after', more)
    .hook('preAction', () => useProfile(terminal, program.opts().profile))
  // The error itself is reported as JSON by main.ts.
  if (terminal.isJson) program.configureOutput({ writeErr: () => {} })
  addLogin(program, terminal)
  const lists = addLists(program, terminal)
  addUpload(lists.get('assets')!, terminal)
  addDownload(lists.get('assets')!, terminal)
  addEdit(lists.get('assets')!, terminal)
  addAssetTables(lists.get('assets')!, terminal)
  addUpdates(lists, terminal)
  addArchive(program, terminal)
  addSync(program, terminal)
  addRender(program, terminal)
  addRenderLinks(lists.get('render-links')!, terminal)
  addShare(program, terminal)
  addShares(lists.get('shares')!, terminal)
  addBrandPages(lists.get('brand-pages')!, terminal)
  addCollections(lists.get('collections')!, terminal)
  addReviews(lists.get('reviews')!, terminal)
  addComments(lists.get('comments')!, terminal)
  addSavedSearches(lists.get('saved-searches')!, terminal)
  addProperties(lists.get('properties')!, terminal)
  addTokens(lists.get('brand-kit')!, terminal)
  addChanges(program, terminal)
  addTokenCheck(program, terminal)
  addApi(program, terminal)
  addCompletion(program, terminal)
  return program
}

const more = `
Examples:
  $ atelier login
  $ atelier login --profile agency
  $ atelier assets list --tag summer --type image
  $ atelier assets upload photos --folder /Campaigns/2026
  $ atelier archive --folder /Campaigns/2026
  $ atelier sync photos /Campaigns/2026 --both
  $ atelier render 'Launch card' --set headline='Made for first light' --output card.png
  $ atelier changes --follow --json

ATELIER_URL, ATELIER_CLIENT_ID, ATELIER_CLIENT_SECRET, ATELIER_SCOPE and ATELIER_TOKEN take precedence over stored
credentials; --profile takes precedence over all of them. ATELIER_PROFILE can also name a profile. With --json, errors are JSON.
Exit codes: 0 success, 1 failure, 2 invalid usage, 3 not signed in or not permitted, 130 interrupted.`
