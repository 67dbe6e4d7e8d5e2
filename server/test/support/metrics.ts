import assert from 'node:assert/strict'

export type Sample = { name: string; labels: Record<string, string>; value: number }

/** The samples of a server's `/metrics`, with its METRICS_TOKEN if it has one. */
export async function samplesOf(url: string, token?: string): Promise<Sample[]> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const answer = await fetch(`${url}/metrics`, { headers })
  assert.equal(answer.status, 200)
  return (await answer.text())
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map(sampleIn)
}

/** The Prometheus text format, version 0.0.4. */
function sampleIn(line: string): Sample {
  const [, name, labels = '', value] = /^([a-z_:][\w:]*)(?:\{(.*)\})? (\S+)$/i.exec(line)!
  const pairs = [...labels.matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, label, text]) => [label!, text!])
  return { name: name!, labels: Object.fromEntries(pairs), value: Number(value) }
}
