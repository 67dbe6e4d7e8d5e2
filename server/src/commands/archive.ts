import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { Command } from 'commander'
import type { Foundation } from '../app/foundation.ts'
import type { Config } from '../config.ts'
import { syncPath } from '../disk/sync-tree.ts'
import { publicId, type Uuid } from '../ids.ts'
import { idOf } from './arguments.ts'
import { refuseExisting } from './new-file.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count, size } from './text-output.ts'
import { UsageError } from './usage-error.ts'

/** Large, because each chunk costs a round trip through the decoder. */
const readBytes = 1024 * 1024

export function addArchive(program: Command, settings: Settings) {
  type Work = (foundation: Foundation, file: string) => Promise<Done>
  const opens = (command: Command, check: (config: Config) => void, work: Work) =>
    command
      .option('--json', 'print one JSON document and nothing else')
      .action(async (file: string, { json }) => {
        const config = await settings()
        check(config)
        const { openFoundation } = await import('../app/foundation.ts')
        const foundation = await openFoundation(config)
        try {
          print(await work(foundation, file), json ?? false)
        } finally {
          await foundation.close()
        }
      })

  const exporting = program
    .command('export')
    .description('Export a company with all its data and files into one archive.')
    .argument('<file>', 'path of the new archive; must not exist')
    .requiredOption<Uuid>('--company <id>', 'company ID, cmp_…', idOf('company'))
    .addHelpText('after', aboutExport)
  opens(exporting, refuseMissingData, (foundation, file) =>
    exportCompany(foundation, file, exporting.opts().company),
  )

  const importing = program
    .command('import')
    .description('Import a company from an archive into this installation.')
    .argument('<file>', 'archive written by `export`; `-` for standard input')
    .option('--enterprise <id>', 'existing enterprise to import the company into', idOf('enterprise'))
    .addHelpText('after', aboutImport)
  opens(
    importing,
    // An import can be the first command on a new installation, so the database may not exist.
    () => {},
    (foundation, file) => importCompany(foundation, file, importing.opts().enterprise),
  )
}

/** The exit code if the export was written, but lacks some of the company's files. */
const exitIncomplete = 1
const namesShown = 10

const aboutExport = `
The archive is a tar file. It contains rows as NDJSON, the original files, and the API clients with hashes of their secrets
and tokens. It contains the names and e-mail addresses of people, but not their passwords.

A missing or damaged file does not stop the export. It is reported, and the exit code is 1.

Examples:
  $ atelier-server export --company cmp_… acme.tar
  $ DATABASE_URL=postgres://… atelier-server import acme.tar`

const aboutImport = `
The company keeps its IDs; its clients keep their secrets and tokens. The company must not exist yet. The import is
atomic: the whole archive is checked before anything is written. Import archives only from people whom you trust
with an account: the users and clients in it can sign in.

The company's enterprise is created too. To use an existing one, set --enterprise.

Examples:
  $ DATABASE_URL=postgres://… atelier-server import acme.tar
  $ atelier-server import acme-france.tar --enterprise ent_…`

/** The file gets its final name only when it is complete and synced. */
async function exportCompany(foundation: Foundation, file: string, company: Uuid): Promise<Done> {
  const { writeArchive } = await import('../archive/write.ts')
  const { ArchiveError } = await import('../archive/manifest.ts')
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
    const isComplete = end.missing.length + end.damaged.length === 0
    return {
      text: [`Exported ${known.name} to ${file}: ${contents(end)}.`, ...faultsOf(end)].join('\n'),
      json: { company_id: publicId('company', company), file, ...end },
      ...(!isComplete && { exitCode: exitIncomplete }),
    }
  } catch (error) {
    await rm(unfinished, { force: true })
    throw error instanceof ArchiveError ? new UsageError(error.message) : error
  }
}

type Faults = { missing: string[]; damaged: string[] }

function faultsOf({ missing, damaged }: Faults): string[] {
  const told = (keys: string[], what: string) => {
    if (keys.length === 0) return []
    const more =
      keys.length > namesShown ? [`  … and ${keys.length - namesShown} more (--json lists all)`] : []
    return [
      `${count(keys.length, 'file')} ${what}:`,
      ...keys.slice(0, namesShown).map((key) => `  ${key}`),
      ...more,
    ]
  }
  const lines = [
    ...told(missing, 'missing from the store'),
    ...told(damaged, 'content changed since it was stored'),
  ]
  return lines.length === 0
    ? []
    : [...lines, 'Restore them from a backup of the files. Run `atelier-server check` for details.']
}

async function importCompany(
  foundation: Foundation,
  file: string,
  enterpriseId: Uuid | undefined,
): Promise<Done> {
  const { readArchive } = await import('../archive/read.ts')
  const { ArchiveError } = await import('../archive/manifest.ts')
  const { drawPending } = await import('../check/pictures.ts')
  const { withQueue } = await import('./with-queue.ts')
  // An archive is read twice. Standard input can be read only once, so it is stored first.
  const isPiped = file === '-'
  const path = isPiped ? join(foundation.storage.incomingDirectory, randomUUID()) : file
  try {
    if (isPiped) await pipeline(process.stdin, createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    const open = () => createReadStream(path, { highWaterMark: readBytes })
    const { company, end } = await readArchive(foundation, open, { enterpriseId })
    await withQueue(foundation, (queue) => drawPending({ ...foundation, queue }, company.id))
    const { sha256: _, ...told } = end
    const imported = `Imported ${company.name} (${publicId('company', company.id)}): ${contents(end)}.`
    return {
      text: [imported, ...faultsOf(end)].join('\n'),
      json: { company_id: publicId('company', company.id), ...told },
    }
  } catch (error) {
    if (error instanceof ArchiveError) throw new UsageError(error.message)
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new UsageError(`There is no file ${file}.`)
    throw error
  } finally {
    if (isPiped) await rm(path, { force: true })
  }
}

const contents = ({ rows, files, bytes }: { rows: Record<string, number>; files: number; bytes: number }) =>
  [
    count(rows.assets ?? 0, 'asset'),
    count(rows.templates ?? 0, 'template'),
    count(rows.folders ?? 0, 'folder'),
    `${count(files, 'file')} (${size(bytes)})`,
  ].join(', ')
