import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Command } from 'commander'
import type { Foundation } from '../app.ts'
import type { Config } from '../config.ts'
import { syncPath } from '../db/sync-tree.ts'
import { publicId, type Uuid } from '../ids.ts'
import { idOf } from './arguments.ts'
import { refuseExisting } from './new-file.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count, size } from './text.ts'
import { UsageError } from './usage-error.ts'

/** An archive is read in large pieces: each costs a round through the decoder. */
const readBytes = 1024 * 1024

export function addArchive(program: Command, settings: Settings) {
  type Work = (foundation: Foundation, file: string) => Promise<Done>
  const opens = (command: Command, check: (config: Config) => void, work: Work) =>
    command
      .option('--json', 'print one JSON document and nothing else')
      .action(async (file: string, { json }) => {
        const config = await settings()
        check(config)
        const { openFoundation } = await import('../app.ts')
        const foundation = await openFoundation(config)
        try {
          print(await work(foundation, file), json ?? false)
        } finally {
          await foundation.close()
        }
      })

  const exporting = program
    .command('export')
    .description('Write a company with all that it has into one file.')
    .argument('<file>', 'the archive to write; it must not exist')
    .requiredOption<Uuid>('--company <id>', "the company's id, cmp_…", idOf('company'))
    .addHelpText('after', aboutExport)
  opens(exporting, refuseMissingData, (foundation, file) =>
    exportCompany(foundation, file, exporting.opts().company),
  )

  opens(
    program
      .command('import')
      .description('Read a company from an archive into this installation.')
      .argument('<file>', 'an archive that `export` wrote; `-` for standard input')
      .addHelpText('after', aboutImport),
    // An import may be the first thing that an installation sees.
    () => {},
    importCompany,
  )
}

const aboutExport = `
The archive is a tar file: rows as NDJSON, files as they are, and the API clients with the hashes of their secrets
and tokens. People come with name and address, without their passwords.

Examples:
  $ atelier-server export --company cmp_… acme.tar
  $ DATABASE_URL=postgres://… atelier-server import acme.tar`

const aboutImport = `
The company keeps its ids, its clients keep their secrets and tokens. It must not be here already. It comes whole or
not at all.

Example:
  $ DATABASE_URL=postgres://… atelier-server import acme.tar`

/** Under its name only once it is whole and on disk. */
async function exportCompany(foundation: Foundation, file: string, company: Uuid): Promise<Done> {
  const { writeArchive } = await import('../archive/write.ts')
  const known = await foundation.db
    .selectFrom('companies')
    .select('name')
    .where('id', '=', company)
    .executeTakeFirst()
  if (!known) throw new UsageError(`There is no company ${publicId('company', company)}.`)
  refuseExisting(file)
  const unfinished = `${file}.unfinished`
  try {
    const end = await writeArchive(
      foundation,
      company,
      createWriteStream(unfinished, { flags: 'wx', mode: 0o600, flush: true }),
    )
    await rename(unfinished, file)
    syncPath(dirname(file))
    return {
      text: `Exported ${known.name} to ${file}: ${contents(end)}.`,
      json: { company_id: publicId('company', company), file, ...end },
    }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error
  }
}

async function importCompany(foundation: Foundation, file: string): Promise<Done> {
  const { readArchive } = await import('../archive/read.ts')
  const { ArchiveError } = await import('../archive/manifest.ts')
  const source = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: readBytes })
  try {
    const { company, end } = await readArchive(foundation, source)
    return {
      text: `Imported ${company.name} (${publicId('company', company.id)}): ${contents(end)}.`,
      json: { company_id: publicId('company', company.id), ...end },
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw new UsageError(error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}.`)
    throw error
  }
}

const contents = ({ rows, files, bytes }: { rows: Record<string, number>; files: number; bytes: number }) =>
  [
    count(rows.assets ?? 0, 'asset'),
    count(rows.templates ?? 0, 'template'),
    count(rows.folders ?? 0, 'folder'),
    `${count(files, 'file')} of ${size(bytes)}`,
  ].join(', ')
