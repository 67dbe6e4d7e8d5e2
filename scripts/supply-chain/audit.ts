// `npm run audit` asks the registry for known vulnerabilities. It exits with 0 if none is high or critical,
// with 1 if one is, and with 2 if the registry does not respond.
import { spawnSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './lockfile.ts'

const severe = ['critical', 'high']
const timeoutMs = 120_000

type Finding = {
  name: string
  severity: string
  range: string
  via: (string | { title: string; url: string })[]
}
type Report = { vulnerabilities?: Record<string, Finding>; message?: string; error?: { summary?: string } }

function audit(): number {
  const findings = findingsIn(root)
  if (!findings) {
    console.error(
      'THE REGISTRY DID NOT RESPOND: vulnerabilities were not checked. See the error of npm above.',
    )
    return 2
  }
  // The benchmarks compare Atelier with these products, which are not part of it.
  for (const lockfile of globSync('bench/peers/*/package-lock.json', { cwd: root })) {
    const folder = dirname(lockfile)
    tell(`For information only: ${folder}`, findingsIn(join(root, folder)) ?? [])
  }
  tell('Known vulnerabilities', findings)
  return findings.some(({ severity }) => severe.includes(severity)) ? 1 : 0
}

/** @returns undefined if npm got no response. */
function findingsIn(folder: string): Finding[] | undefined {
  const { stdout, stderr } = spawnSync('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
    timeout: timeoutMs,
  })
  const report = reportOf(stdout)
  if (report?.vulnerabilities) return Object.values(report.vulnerabilities)
  console.error(report?.message ?? report?.error?.summary ?? stderr ?? 'npm did not respond.')
  return undefined
}

function reportOf(text: string): Report | undefined {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function tell(title: string, findings: Finding[]) {
  const lines = findings.map(({ name, severity, range, via }) => {
    const why = via.map((one) => (typeof one === 'string' ? `by ${one}` : `${one.title} (${one.url})`))
    return `  ${severity}: ${name} ${range}: ${why.join('; ')}`
  })
  console.log([`${title}: ${findings.length || 'none'}.`, ...lines].join('\n'))
}

if (import.meta.main) process.exitCode = audit()
