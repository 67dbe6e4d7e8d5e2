import type { Sample } from './metrics.ts'

/** Labels that Prometheus adds to each series. */
const addedLabels = ['job', 'instance']
const words = /\b[a-z_:][\w:]*\b/gi
const ours = /^(atelier|process|nodejs)_/

/**
 * Metrics and labels of a PromQL expression that no sample has, one per line.
 * @param recorded metric names that rules record.
 */
export function unknownIn(expression: string, samples: readonly Sample[], recorded: readonly string[]) {
  const unknown: string[] = []
  // String literals can contain anything.
  const bare = expression.replace(/"(?:[^"\\]|\\.)*"/g, '""')
  const outside = bare.replace(/\{[^}]*\}/g, '').replace(/\b(by|without)\s*\([^)]*\)/g, '')
  for (const [name] of outside.matchAll(words)) {
    if (name.startsWith('atelier:') && !recorded.includes(name)) unknown.push(`${name} is recorded nowhere`)
    if (ours.test(name) && labelsOf(name, samples) === undefined) unknown.push(`${name} is not exported`)
  }
  for (const [, name, inside] of bare.matchAll(/([a-z_:][\w:]*)\{([^}]*)\}/gi)) {
    const labels = labelsOf(name!, samples)
    if (labels === undefined && ours.test(name!)) continue
    for (const [, label] of inside!.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g))
      if (!addedLabels.includes(label!) && !labels?.has(label!)) unknown.push(`${name} has no label ${label}`)
  }
  const all = new Set(samples.flatMap(({ labels }) => Object.keys(labels)))
  const made = [...expression.matchAll(/label_replace\(.*?\), "(\w+)"/g)].map(([, label]) => label!)
  for (const [, , list] of bare.matchAll(/\b(by|without)\s*\(([^)]*)\)/g))
    for (const [label] of list!.matchAll(words))
      if (!all.has(label) && ![...addedLabels, ...made].includes(label)) unknown.push(`nothing has ${label}`)
  return unknown
}

/** Undefined for a metric that no server exports. */
function labelsOf(name: string, samples: readonly Sample[]): Set<string> | undefined {
  const found = samples.filter((sample) => sample.name === name)
  return found.length > 0 ? new Set(found.flatMap(({ labels }) => Object.keys(labels))) : undefined
}
