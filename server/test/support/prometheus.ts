import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { freePort } from './redis.ts'
import { atEnd } from './service.ts'
import { until } from './until.ts'

const isHere = ['prometheus', 'promtool'].every((name) => spawnSync(name, ['--version']).status === 0)
if (!isHere && process.env.CI) throw new Error('The tests of alerts and the dashboard need prometheus.')
if (!isHere) console.error('NO prometheus IS HERE: alerts and the dashboard are left out.')
/** Why tests of Prometheus are skipped, or false. */
export const withoutPrometheus = !isHere && 'there is no prometheus'

/** The files that operators copy. */
export const prometheusDirectory = fileURLToPath(new URL('../../../deploy/prometheus/', import.meta.url))

/** Runs `promtool` beside the rules, as operators do. Rejects with its output if it reports an error. */
export async function promtool(...args: string[]): Promise<string> {
  const { stdout } = await promisify(execFile)('promtool', args, { cwd: prometheusDirectory })
  return stdout
}

export type Prometheus = {
  ask<T>(path: string, parameters?: Record<string, string>): Promise<T>
}

/**
 * Prometheus with the committed configuration and rules. It scrapes these servers every second, and ends with the
 * test file.
 */
export async function startPrometheus(urls: string[], metricsToken: string): Promise<Prometheus> {
  const directory = await mkdtemp(join(tmpdir(), 'atelier-prometheus-'))
  atEnd(() => rm(directory, { recursive: true, force: true }))
  await copyFile(join(prometheusDirectory, 'atelier.rules.yaml'), join(directory, 'atelier.rules.yaml'))
  await writeFile(join(directory, 'metrics-token'), metricsToken)
  const targets = urls.map((url) => `'${new URL(url).host}'`).join(', ')
  const committed = await readFile(join(prometheusDirectory, 'prometheus.yaml'), 'utf8')
  const config = committed.replaceAll('_interval: 15s', '_interval: 1s').replace("'localhost:3000'", targets)
  await writeFile(join(directory, 'prometheus.yaml'), config)
  await promtool('check', 'config', join(directory, 'prometheus.yaml'))

  const url = `http://127.0.0.1:${await freePort()}`
  const child = spawn(
    'prometheus',
    [
      `--config.file=${join(directory, 'prometheus.yaml')}`,
      `--storage.tsdb.path=${join(directory, 'data')}`,
      `--web.listen-address=${new URL(url).host}`,
      '--log.level=warn',
    ],
    { stdio: ['ignore', 'ignore', 'inherit'] },
  )
  atEnd(() => ended(child))
  await until('Prometheus is ready', () =>
    fetch(`${url}/-/ready`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  return {
    async ask(path, parameters = {}) {
      const answer = await fetch(`${url}/api/v1/${path}?${new URLSearchParams(parameters)}`)
      const { data, error } = (await answer.json()) as { data: never; error?: string }
      if (error !== undefined) throw new Error(`${JSON.stringify(parameters)}: ${error}`)
      return data
    },
  }
}

async function ended(child: ChildProcess) {
  if (child.exitCode !== null || child.signalCode !== null) return
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}
