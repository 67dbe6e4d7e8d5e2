/** `npm run soak`: serves under everything at half load, for an hour, and says whether anything has grown. */
import { parseArgs } from 'node:util'
import { endAll, engine } from '../../server/test/support/service.ts'
import { runNow } from '../report.ts'
import { lineOf, save, summaryOf } from './report.ts'
import { soak } from './soak.ts'

const usage = `npm run soak -- [flags]
  --minutes <number>  60 when not given
  --quick             half a minute, to see that everything runs; writes nothing
  --save              writes its chart and its figures into docs/reliability.md, at the place of its engine
On the PostgreSQL of TEST_DATABASE_URL, whose account may create databases; else on the embedded engine.`

const { values: flags } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    quick: { type: 'boolean', default: false },
    save: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const minutes = Number(flags.minutes)

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    console.error(`${signal}: ending what was started …`)
    void endAll().finally(() => process.exit(130))
  })

if (flags.help) console.log(usage)
else if (!(minutes > 0)) {
  console.error(usage)
  process.exitCode = 2
} else await run()

async function run() {
  const { quick } = flags
  // Of what is tried, and not of what is written down an hour later.
  const ofRun = runNow()
  try {
    const soaked = await soak({
      seconds: quick ? 30 : minutes * 60,
      trySeconds: quick ? 3 : 15,
      sampleSeconds: quick ? 1 : 5,
      onSample: (sample) => console.log(lineOf(sample)),
    })
    console.log(summaryOf(soaked))
    if (soaked.faults.length > 0) process.exitCode = 1
    if (flags.save && !quick) save(soaked, engine, ofRun)
  } finally {
    await endAll()
  }
}
