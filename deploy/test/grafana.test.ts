// Engines: embedded
// The dashboard is valid by Grafana's types. Another test runs its queries in a real Prometheus.
import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { faultsOf } from './support/compiler.ts'

type Panel = { type: string; options?: object; fieldConfig?: { defaults: { custom?: object } } }

const { panels, ...frame } = JSON.parse(readFileSync(join(root, 'deploy/grafana/atelier.json'), 'utf8')) as {
  panels: Panel[]
}

/**
 * Types for the panels in use. `Written` is a type as JSON represents it: enum values are strings, and fields
 * are optional.
 */
const types = `
  import type { Dashboard, FieldConfig, Panel, RowPanel } from '@grafana/schema'
  import type * as stat from '@grafana/schema/dist/esm/raw/composable/stat/panelcfg/x/StatPanelCfg_types.gen'
  import type * as timeseries from '@grafana/schema/dist/esm/raw/composable/timeseries/panelcfg/x/TimeSeriesPanelCfg_types.gen'
  type Written<T> = T extends string ? \`\${T}\`
    : T extends (infer One)[] ? Written<One>[]
    : T extends object ? { [Name in keyof T]?: Written<T[Name]> }
    : T`

const isA = (type: string, value: unknown) =>
  value === undefined ? [] : [`void (${JSON.stringify(value)} satisfies Written<${type}>)`]

function linesOf({ options, fieldConfig, ...panel }: Panel): string[] {
  if (panel.type === 'row') return isA('RowPanel', panel)
  const { custom, ...defaults } = fieldConfig?.defaults ?? {}
  return [
    ...isA('Panel', panel),
    ...isA(`${panel.type}.Options`, options),
    ...isA("Omit<FieldConfig, 'custom'>", defaults),
    ...isA(`${panel.type}.FieldConfig`, custom),
  ]
}

test('the dashboard contains only fields, options and values that Grafana knows', () => {
  const program = [types, ...isA('Dashboard', frame), ...panels.flatMap(linesOf)].join('\n')
  assert.equal(faultsOf(program, '--module', 'esnext', '--moduleResolution', 'bundler'), '')
})
