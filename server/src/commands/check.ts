import type { Command } from 'commander'
import type { Checking, CheckOptions, Problem } from '../check/checking.ts'
import { publicId } from '../ids.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count } from './text.ts'

const exitProblems = 1
const keysShown = 5

export function addCheck(program: Command, settings: Settings) {
  program
    .command('check')
    .description('Compare the database with itself and with the files in the store.')
    .option('--fix', 'fix what can be fixed without losing anything')
    .option('--checksums', 'read every file and compare its checksum')
    .option('--indexes', 'count the rows of every table by each of its indexes')
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', about)
    .action(async ({ json = false, ...given }: Partial<CheckOptions> & { json?: boolean }) => {
      const config = await settings()
      refuseMissingData(config)
      const { openFoundation } = await import('../app/foundation.ts')
      const foundation = await openFoundation(config)
      const { withQueue } = await import('./with-queue.ts')
      try {
        const options = { fix: false, checksums: false, indexes: false, ...given }
        print(await withQueue(foundation, (queue) => check({ ...foundation, queue, options })), json)
      } finally {
        await foundation.close()
      }
    })
}

const about = `
It only reads, unless --fix is given, and a server on PostgreSQL may go on working. --checksums and --indexes read
everything: run them when there is little to do.

--fix counts anew what is kept beside the rows that it counts, has missing pictures drawn again from their originals,
and removes files that are older than a day and belong to nothing. It changes no original, no asset and no template:
what is missing or damaged is replaced by a copy in a backup.

Exit codes: 0 all is well, or was fixed; 1 something is wrong; 2 wrong usage, or not possible now.

Examples:
  $ atelier-server check
  $ atelier-server check --checksums --indexes --json
  $ atelier-server check --fix`

async function check(checking: Checking): Promise<Done> {
  const { checkAll } = await import('../check/run.ts')
  const problems = await Array.fromAsync(checkAll(checking))
  const left = problems.filter(({ isFixed }) => !isFixed)
  const fixed = problems.length - left.length
  const summary = [
    left.length === 0 ? 'All is well.' : `${count(left.length, 'problem')} found.`,
    ...(fixed > 0 ? [`${count(fixed, 'problem')} fixed.`] : []),
  ].join(' ')
  return {
    text: [...problems.map(asText), summary].join('\n\n'),
    json: { problems: problems.map(present), problems_left: left.length },
    ...(left.length > 0 && { exitCode: exitProblems }),
  }
}

function asText({ text, advice, keys = [], isFixed }: Problem) {
  // One that is named in the sentence need not be listed.
  const listed = keys.filter((key) => !text.includes(key))
  const more =
    listed.length > keysShown ? [`  … and ${listed.length - keysShown} more (--json names all)`] : []
  const lines = [
    `${isFixed ? 'Fixed: ' : ''}${text} ${advice}`,
    ...listed.slice(0, keysShown).map((key) => `  ${key}`),
  ]
  return [...lines, ...more].join('\n').replace(/(?!\n)\p{Cc}/gu, '?')
}

const present = ({ check, companyId, text, advice, keys = [], isFixed }: Problem) => ({
  check,
  company_id: companyId === undefined ? null : publicId('company', companyId),
  text,
  advice,
  keys,
  fixed: isFixed,
})
