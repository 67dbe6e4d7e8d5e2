import type { Command } from 'commander'
import type { Foundation } from '../app/foundation.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count } from './text-output.ts'

export function addPreview(program: Command, settings: Settings) {
  program
    .command('preview')
    .description('Render previews again.')
    .addHelpText('after', examples)
    .command('render')
    .description('Render previews of files that were uploaded before their format was supported.')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action(async ({ json = false }: { json?: boolean }) => {
      const config = await settings()
      refuseMissingData(config)
      const { openFoundation } = await import('../app/foundation.ts')
      const foundation = await openFoundation(config)
      try {
        print(await render(foundation, config.ffmpegPath), json)
      } finally {
        await foundation.close()
      }
    })
}

const examples = `
Examples:
  $ atelier-server preview render`

const about = `
Run this command after an upgrade that supports more formats, or after setting FFMPEG_PATH. It only enqueues jobs, which
servers run when there is time. Files without a preview are tried again at every run.
${examples}`

async function render(foundation: Foundation, ffmpegPath: string | undefined): Promise<Done> {
  const { askForLatePreviews } = await import('../assets/late-previews.ts')
  const { isDrawnBy } = await import('../images/previews/kinds.ts')
  const { withQueue } = await import('./with-queue.ts')
  const { db } = foundation
  const companies = await db.selectFrom('companies').select('id').orderBy('id').execute()
  const assets = await withQueue(foundation, async (open) => {
    let sum = 0
    for (const { id } of companies)
      sum += await askForLatePreviews({ db, queue: await open() }, id, isDrawnBy(ffmpegPath))
    return sum
  })
  return {
    text: `Previews of ${count(assets, 'asset')} will be rendered.`,
    json: { assets },
  }
}
