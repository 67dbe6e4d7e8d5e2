// `npm run sample-sentences -- --group docs --seed 7` prints random sentences of one kind of text, for a
// language review.
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import {
  comments,
  descriptions,
  docstrings,
  type Fragment,
  prose,
  sentencesOf,
  strings,
  testNames,
} from './sentences.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
type Sentence = { file: string; line: number; text: string }

/** Released migrations cannot be edited, so a review of their comments would change nothing. */
const frozen = /server\/src\/db\/migrations\/\d/

const groups: Record<string, () => Sentence[]> = {
  portal: () => [
    ...from('portal/src/strings/**/*.ts', strings),
    ...from('cli/src/**/*.ts', strings),
    ...from('server/src/{commands,config}/**/*.ts', strings),
    ...from('server/src/mail/mail.ts', strings),
  ],
  reference: () => [
    ...from('server/openapi.json', descriptions),
    ...from('sdk/src/**/*.ts', docstrings),
    ...from('server/src/mcp/*.ts', strings),
  ],
  docs: () => from('{*.md,docs/*.md,docs/guides/*.md,{bench,chaos,cli,deploy,portal,sdk}/*.md}', prose),
  code: () => [
    ...from(
      '{bench,chaos,cli,deploy,filling,portal,scripts,sdk,server,svg,typesetting}/**/*.{ts,tsx}',
      comments,
    ).filter(({ file }) => !frozen.test(file)),
    ...from('{bench,cli,deploy,filling,portal,sdk,server,svg,typesetting}/test/**/*.test.ts', testNames),
    ...from('docs/decisions/*.md', prose),
  ],
}

const { values } = parseArgs({
  options: {
    group: { type: 'string', default: '' },
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '30' },
  },
})
const sentences = groups[values.group]?.()
if (!sentences) {
  console.error(
    `Usage: npm run sample-sentences -- --group ${Object.keys(groups).join('|')} --seed N [--count 30]`,
  )
  process.exit(2)
}
const distinct = [...new Map(sentences.toReversed().map((sentence) => [sentence.text, sentence])).values()]
for (const { file, line, text } of shuffled(distinct).slice(0, Number(values.count)))
  console.log(`${file}:${line}\n    ${text}`)

/**
 * The order depends only on the seed and the text, so that a sample stays comparable when other sentences
 * change.
 */
function shuffled(list: Sentence[]): Sentence[] {
  const rank = ({ text }: Sentence) => createHash('sha256').update(`${values.seed} ${text}`).digest('hex')
  return list
    .map((sentence) => ({ sentence, rank: rank(sentence) }))
    .sort((one, other) => (one.rank < other.rank ? -1 : 1))
    .map(({ sentence }) => sentence)
}

function from(pattern: string, fragmentsOf: (source: string) => Fragment[]): Sentence[] {
  const files = globSync(pattern, { cwd: root }).filter((file) => !/node_modules|\/dist\/|\.gen\./.test(file))
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8')
    return fragmentsOf(source).flatMap(({ at, text }) => {
      const line = source.slice(0, at).split('\n').length
      return sentencesOf(text).map((sentence) => ({ file, line, text: sentence }))
    })
  })
}
