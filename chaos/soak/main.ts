/**
 * `npm run soak` runs a server for an hour under mixed load at 50 % of its capacity and checks that nothing
 * grows.
 */
import { parseArgs } from 'node:util'
import { endAll, engine } from '../../server/test/support/service.ts'
import { runNow } from '../report.ts'
import { lineOf, save, summaryOf } from './report.ts'
import { soak } from './soak.ts'

const usage = `npm run soak -- [flags]
  --minutes <number>  default: 60
  --quick             half a minute that checks that everything works; writes nothing
  --save              writes the chart and the figures of this engine into docs/reliability.md
With TEST_DATABASE_URL it runs on PostgreSQL, whose account must be able to create databases; otherwise on the embedded engine.`

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
    console.error(`${signal}: stopping all processes …`)
    void endAll().finally(() => process.exit(130))
  })

if (flags.help) console.log(usage)
else if (!(minutes > 0)) {
  console.error(usage)
  process.exitCode = 2
} else await run()

async function run() {
  const { quick } = flags
  // The report names the commit at the start of the run, which can differ from the commit at its end.
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
