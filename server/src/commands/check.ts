import type { Command } from 'commander'
import type { Checking, CheckOptions, Problem } from '../check/context.ts'
import { publicId } from '../ids.ts'
import { type Done, print, refuseMissingData, type Settings } from './operator.ts'
import { count } from './text-output.ts'

const exitProblems = 1
const keysShown = 5

export function addCheck(program: Command, settings: Settings) {
  program
    .command('check')
    .description('Check the consistency of the database and the stored files.')
    .option('--fix', 'fix everything that can be fixed without data loss')
    .option('--checksums', 'read every file and verify its checksum')
    .option('--indexes', "verify every index by counting its table's rows")
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
Without --fix, the command only reads. On PostgreSQL, servers can keep running. --checksums and --indexes read all data:
run them at quiet times.

--fix recomputes counters, renders missing renditions from their originals, and deletes unreferenced files that are older
than a day. It changes no original, asset or template: restore missing or damaged originals from
a backup.

Exit codes: 0 no problems, or all fixed; 1 problems found; 2 invalid usage, or not possible now.

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
    left.length === 0 ? 'No problems found.' : `${count(left.length, 'problem')} found.`,
    ...(fixed > 0 ? [`${count(fixed, 'problem')} fixed.`] : []),
  ].join(' ')
  return {
    text: [...problems.map(asText), summary].join('\n\n'),
    json: { problems: problems.map(present), problems_left: left.length },
    ...(left.length > 0 && { exitCode: exitProblems }),
  }
}

function asText({ text, advice, keys = [], isFixed }: Problem) {
  // Does not list keys that the sentence already contains.
  const listed = keys.filter((key) => !text.includes(key))
  const more =
    listed.length > keysShown ? [`  … and ${listed.length - keysShown} more (--json lists all)`] : []
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
