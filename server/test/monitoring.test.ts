// Engines: postgres
// Runs the alerts, rules and dashboard that operators copy against a real server and a real Prometheus.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, test } from 'node:test'
import { z } from 'zod'
import { guidesDirectory } from '../src/guides/guides.ts'
import { newCompany, send } from './support/companies.ts'
import { unknownIn } from './support/expressions.ts'
import { samplesOf } from './support/metrics.ts'
import { prometheusDirectory, promtool, startPrometheus, withoutPrometheus } from './support/prometheus.ts'
import { newTemplate } from './support/renders.ts'
import { startProcess } from './support/server-process.ts'
import { engine, freshConfig, startService } from './support/service.ts'
import { until } from './support/until.ts'
import { picture } from './support/uploads.ts'

const metricsToken = 'a-token-for-prometheus'
const nobody = 'postgres://nobody@127.0.0.1:1/nothing'
/** Redis and the replica are unreachable, so that their metrics also have values. */
const env = {
  METRICS_TOKEN: metricsToken,
  REDIS_URL: 'redis://127.0.0.1:1',
  ...(engine === 'postgres' && { DATABASE_REPLICA_URLS: nobody }),
}

const Panel = z.strictObject({
  id: z.int().positive(),
  type: z.enum(['timeseries', 'stat']),
  title: z.string().min(1),
  description: z.string().min(10),
  datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.literal(`$\{datasource}`) }),
  gridPos: z.strictObject({ h: z.int().positive(), w: z.int().positive(), x: z.int(), y: z.int() }),
  fieldConfig: z.strictObject({
    defaults: z.looseObject({
      // Grafana's unit IDs (`getCategories` of @grafana/data).
      unit: z.enum(['short', 'reqps', 'cps', 's', 'bytes', 'percentunit', 'bool']),
    }),
    overrides: z.array(z.never()),
  }),
  options: z.looseObject({}),
  targets: z
    .array(
      z.strictObject({
        refId: z.string().regex(/^[A-Z]$/),
        datasource: z.strictObject({ type: z.literal('prometheus'), uid: z.literal(`$\{datasource}`) }),
        editorMode: z.literal('code'),
        expr: z.string().min(1),
        legendFormat: z.string(),
        range: z.boolean(),
        instant: z.boolean(),
      }),
    )
    .min(1),
})
const Row = z.strictObject({
  id: z.int().positive(),
  type: z.literal('row'),
  title: z.string().min(1),
  collapsed: z.literal(false),
  gridPos: Panel.shape.gridPos,
  panels: z.array(z.never()),
})
/** The used part of Grafana's dashboard JSON model. */
const Dashboard = z.looseObject({
  uid: z.string().max(40),
  title: z.string(),
  schemaVersion: z.int().min(36),
  tags: z.array(z.string()),
  time: z.strictObject({ from: z.string(), to: z.string() }),
  refresh: z.string(),
  templating: z.strictObject({
    list: z.array(z.looseObject({ name: z.string(), type: z.enum(['datasource', 'query']) })),
  }),
  panels: z.array(z.discriminatedUnion('type', [Panel, Row])),
})

const dashboard = Dashboard.parse(
  JSON.parse(readFileSync(new URL('../../deploy/grafana/atelier.json', import.meta.url), 'utf8')),
)
const panels = dashboard.panels.filter((panel) => panel.type !== 'row')

describe('the dashboard', () => {
  test('the dashboard has panels that do not overlap, with unique IDs', () => {
    const taken = new Set<string>()
    for (const { title, gridPos } of dashboard.panels) {
      assert.ok(gridPos.x >= 0 && gridPos.x + gridPos.w <= 24, `${title} is at most as wide as a dashboard`)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          assert.ok(!taken.has(`${x} ${y}`), `${title} overlaps another panel`)
          taken.add(`${x} ${y}`)
        }
    }
    assert.equal(new Set(dashboard.panels.map(({ id }) => id)).size, dashboard.panels.length)
    assert.equal(new Set(panels.map(({ title, gridPos }) => `${title} ${gridPos.y}`)).size, panels.length)
  })

  test('the dashboard queries only the selected job and instances', () => {
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        for (const [selector] of expr.matchAll(/\b(?:atelier|process|nodejs)_\w+(\{[^}]*\})?/g))
          assert.ok(selector.includes('{job="$job",instance=~"$instance"'), `${title}: ${selector}`)
  })
})

describe('with Prometheus', { skip: withoutPrometheus }, async () => {
  if (withoutPrometheus) return
  const service = await startService({ env })
  const urls = [service.url]
  if (engine === 'postgres') urls.push((await startProcess(await freshConfig(), env, '--workers', '2')).url)
  const prometheus = await startPrometheus(urls, metricsToken)
  await traffic()
  const samples = (await Promise.all(urls.map((url) => samplesOf(url, metricsToken)))).flat()

  type Rule = { type: 'alerting' | 'recording'; name: string; query: string } & {
    annotations?: { summary: string; runbook: string }
    labels?: { severity?: string }
    health: string
    lastError?: string
  }
  const groups = () => prometheus.ask<{ groups: { rules: Rule[] }[] }>('rules')
  const rules = (await groups()).groups.flatMap(({ rules }) => rules)
  const alerts = rules.filter(({ type }) => type === 'alerting')
  const recorded = rules.filter(({ type }) => type === 'recording').map(({ name }) => name)

  /** Generates traffic for every metric and waits for two scrapes. */
  async function traffic() {
    const acme = await newCompany(service, 'Acme')
    const template = await newTemplate(service, acme)
    for (let turn = 0; turn < 3; turn++) {
      for (const path of ['/api/user', '/api/assets', '/api/assets', '/api/assets/ast_1', '/api/changes'])
        await acme.get(path)
      assert.equal((await acme.post('/api/folders', { name: `Folder ${turn}` })).status, 201)
      assert.equal((await send(service, 'GET', '/api/user')).status, 401)
      const [wrong, email] = [{ client_id: 'x', client_secret: 'y' }, 'ann@example.com']
      assert.equal((await send(service, 'POST', '/oauth/access-token', { json: wrong })).status, 401)
      const signIn = { json: { email, password: 'wrong' }, headers: { origin: service.url } }
      assert.equal((await send(service, 'POST', '/portal/api/auth/sign-in/email', signIn)).status, 401)
      const filled = { variables: { headline: `Turn ${turn}` } }
      const path = `/api/templates/${template.id}/renders`
      for (const expected of [false, true])
        assert.equal((await acme.post(path, filled)).body.data.cached, expected)
      const batch = { template_ids: [template.id], rows: [{ headline: `Row ${turn}` }] }
      assert.equal((await acme.post('/api/render-batches', batch)).status, 201)
      const form = new FormData()
      form.set('file', new Blob([await picture()]), `${turn}.png`)
      const headers = { authorization: `Bearer ${acme.token}` }
      const made = await fetch(`${service.url}/api/assets`, { method: 'POST', headers, body: form })
      assert.equal(made.status, 201)
      const { data } = (await made.json()) as { data: { url: string } }
      assert.equal((await fetch(data.url)).status, 200)
      await scraped(turn)
    }
  }

  /** Waits until every server has been scraped again. */
  async function scraped(turn: number) {
    const asked = Date.now()
    type Targets = { activeTargets: { health: string; lastScrape: string; lastError: string }[] }
    await until(`scrape ${turn}`, async () => {
      const { activeTargets } = await prometheus.ask<Targets>('targets')
      return activeTargets.every(
        ({ health, lastScrape }) => health === 'up' && Date.parse(lastScrape) > asked,
      )
    })
  }

  /** An unreachable replica has no lag. The embedded database has neither replicas nor workers. */
  const untold =
    engine === 'embedded'
      ? /^atelier_(workers|database_re(ads|plica)_?)|^nothing has replica$/
      : /^atelier_database_replica_lag_seconds /

  const isKnown = (line: string) => !untold.test(line)

  test('the rule tests of every alert pass', async () => {
    await promtool('check', 'rules', 'atelier.rules.yaml')
    await promtool('test', 'rules', 'atelier.rules.test.yaml')
  })

  test('every alert has a test in which it fires and one in which it does not', () => {
    const cases = readFileSync(join(prometheusDirectory, 'atelier.rules.test.yaml'), 'utf8').split('- name:')
    assert.ok(alerts.length > 15)
    for (const { name } of alerts) {
      const own = cases.filter((text) => text.includes(`alertname: ${name}\n`))
      assert.ok(
        own.some((text) => text.includes('exp_labels')),
        `${name} fires`,
      )
      assert.ok(
        own.some((text) => text.includes('exp_alerts: []')),
        `${name} is quiet`,
      )
    }
  })

  test('every alert has a severity and a chapter in the operations guide', () => {
    const page = readFileSync(join(guidesDirectory, 'operations.md'), 'utf8')
    const chapters = [...page.matchAll(/^## (Atelier\w+)$/gm)].map(([, name]) => name!)
    for (const { name, labels, annotations } of alerts) {
      assert.ok(['critical', 'warning'].includes(labels?.severity ?? ''), name)
      assert.equal(annotations?.runbook, `docs/operations.md#${name.toLowerCase()}`)
      assert.match(annotations!.summary, /\.$/)
    }
    assert.deepEqual(chapters.toSorted(), alerts.map(({ name }) => name).toSorted())
  })

  test('rules use only metrics that a server exports', () => {
    const unknown = rules.flatMap(({ name, query }) =>
      unknownIn(query, samples, recorded)
        .filter(isKnown)
        .map((line) => `${name}: ${line}`),
    )
    assert.deepEqual(unknown, [])
  })

  test('panels use only metrics that a server exports', () => {
    const unknown = panels.flatMap(({ title, targets }) =>
      targets.flatMap(({ expr }) =>
        unknownIn(expr, samples, recorded)
          .filter(isKnown)
          .map((line) => `${title}: ${line}`),
      ),
    )
    assert.deepEqual(unknown, [])
  })

  test('Prometheus evaluates every rule', async () => {
    const done = await until('all are evaluated', async () => {
      const now = (await groups()).groups.flatMap(({ rules }) => rules)
      return now.every(({ health }) => health !== 'unknown') ? now : undefined
    })
    assert.deepEqual(
      done.filter(({ health }) => health !== 'ok').map(({ name, lastError }) => `${name}: ${lastError}`),
      [],
    )
  })

  /** These panels are empty if there are no problems. */
  const mayBeEmpty = [
    'Failures by route',
    'Waiting jobs',
    'Overdue',
    ...(engine === 'embedded' ? ['Workers', 'Reads by place', 'Replicas in use'] : []),
    'Replica lag',
  ]

  test('every panel has data', async () => {
    const filled = (expr: string) =>
      expr
        .replaceAll('$__rate_interval', '1m')
        .replaceAll('$job', 'atelier')
        .replaceAll('"$instance"', '".*"')
    const empty: string[] = []
    for (const { title, targets } of panels)
      for (const { expr } of targets) {
        const { result } = await prometheus.ask<{ result: unknown[] }>('query', { query: filled(expr) })
        if (result.length === 0 && !mayBeEmpty.includes(title)) empty.push(`${title}: ${filled(expr)}`)
      }
    assert.deepEqual(empty, [])
  })

  test('a stopped server makes AtelierDown pending', async () => {
    await service.server.close()
    await until('AtelierDown is pending', async () => {
      type Active = { alerts: { labels: { alertname: string; instance?: string } }[] }
      const { alerts } = await prometheus.ask<Active>('alerts')
      const { host } = new URL(service.url)
      return alerts.some(({ labels }) => labels.alertname === 'AtelierDown' && labels.instance === host)
    })
  })
})
