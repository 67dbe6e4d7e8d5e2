// Engines: embedded
// The manifests are valid by Kubernetes' schemas and types, and follow our own rules.
import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Deployment } from 'kubernetes-models/apps/v1/Deployment'
import { HorizontalPodAutoscaler } from 'kubernetes-models/autoscaling/v2/HorizontalPodAutoscaler'
import { Ingress } from 'kubernetes-models/networking.k8s.io/v1/Ingress'
import { NetworkPolicy } from 'kubernetes-models/networking.k8s.io/v1/NetworkPolicy'
import { PodDisruptionBudget } from 'kubernetes-models/policy/v1/PodDisruptionBudget'
import { ConfigMap } from 'kubernetes-models/v1/ConfigMap'
import { Secret } from 'kubernetes-models/v1/Secret'
import { Service } from 'kubernetes-models/v1/Service'
import { ServiceAccount } from 'kubernetes-models/v1/ServiceAccount'
import { parse } from 'yaml'
import { root } from '../../scripts/supply-chain/lockfile.ts'
import { parseConfig, variables } from '../../server/src/config.ts'
import { operationPaths } from '../../server/src/operations/routes.ts'
import { faultsOf } from './support/compiler.ts'

const folder = join(root, 'deploy/kubernetes')
const kinds = {
  ConfigMap,
  Deployment,
  HorizontalPodAutoscaler,
  Ingress,
  NetworkPolicy,
  PodDisruptionBudget,
  Secret,
  Service,
  ServiceAccount,
}
type Kind = keyof typeof kinds
type Source = Partial<Record<'configMapRef' | 'secretRef', { name: string }>>

const { resources, images, ...kustomization } = parse(
  readFileSync(join(folder, 'kustomization.yaml'), 'utf8'),
)
const manifests = globSync('*.yaml', { cwd: folder })
  .filter((file) => file !== 'kustomization.yaml')
  .map((file) => ({ file, manifest: parse(readFileSync(join(folder, file), 'utf8')) }))
const only = (kind: Kind) => manifests.find(({ manifest }) => manifest.kind === kind)!.manifest
const pod = only('Deployment').spec.template.spec
const [container] = pod.containers

for (const { file, manifest } of manifests)
  test(`${file} is valid by the schema of its kind`, () => {
    const Model = kinds[manifest.kind as Kind]
    assert.ok(Model, `${manifest.kind} is unknown`)
    assert.equal(manifest.apiVersion, Model.apiVersion)
    ;new (Model as typeof Service)(manifest).validate()
  })

// Schemas allow unknown fields, which a cluster drops. The compiler rejects unknown fields.
test('no manifest has a field that Kubernetes does not know', () => {
  const lines = manifests.map(
    ({ manifest }) =>
      `void (${JSON.stringify(manifest)} satisfies import('kubernetes-models/${manifest.apiVersion}/${manifest.kind}').I${manifest.kind})`,
  )
  assert.equal(faultsOf(lines.join('\n'), '--module', 'nodenext'), '')
})

test('kustomize includes every manifest except the example secret', () => {
  assert.equal(kustomization.kind, 'Kustomization')
  const files = manifests.map(({ file }) => file).filter((file) => file !== 'secret.example.yaml')
  assert.deepEqual([...resources].sort(), files.sort())
  assert.equal(images[0].name, container.image)
  assert.match(images[0].newTag, /^\d+\.\d+\.\d+$/)
})

test('every variable is a valid setting, and the server accepts them together', () => {
  const { data } = only('ConfigMap')
  const { stringData } = only('Secret')
  for (const name of Object.keys({ ...data, ...stringData })) assert.ok(name in variables.shape, name)
  const secret = {
    ...stringData,
    SECRET_KEY: Buffer.alloc(32, 1).toString('base64'),
    METRICS_TOKEN: 'm'.repeat(32),
  }
  const config = parseConfig({ ...data, ...secret })
  assert.equal(config.database.kind, 'postgres')
  assert.equal(config.storage.kind, 's3')
  const names = container.envFrom.map(
    ({ configMapRef, secretRef }: Source) => (configMapRef ?? secretRef)!.name,
  )
  assert.deepEqual(names, [only('ConfigMap').metadata.name, only('Secret').metadata.name])
})

test('neither the example nor a non-secret manifest contains a secret', () => {
  for (const value of Object.values<string>(only('Secret').stringData)) assert.ok(value.includes('…'), value)
  for (const name of Object.keys(only('ConfigMap').data))
    assert.doesNotMatch(name, /SECRET|PASSWORD|TOKEN|_KEY/)
})

test('the liveness probe does not depend on the database, and the readiness probe does', () => {
  const { startupProbe, livenessProbe, readinessProbe } = container
  assert.deepEqual(
    [startupProbe, livenessProbe, readinessProbe].map(({ httpGet }) => httpGet.path),
    ['/healthz', '/healthz', '/readyz'],
  )
  for (const { httpGet } of [startupProbe, livenessProbe, readinessProbe]) {
    assert.ok(operationPaths.includes(httpGet.path))
    assert.equal(httpGet.port, container.ports[0].name)
  }
})

test('a pod runs unprivileged: not as root, read-only except for named paths, without capabilities or an API account', () => {
  assert.equal(pod.securityContext.runAsNonRoot, true)
  assert.ok(pod.securityContext.runAsUser > 0)
  assert.equal(pod.securityContext.seccompProfile.type, 'RuntimeDefault')
  assert.equal(pod.automountServiceAccountToken, false)
  assert.deepEqual(container.securityContext, {
    allowPrivilegeEscalation: false,
    readOnlyRootFilesystem: true,
    capabilities: { drop: ['ALL'] },
  })
  const mounted = container.volumeMounts.map(({ mountPath }: { mountPath: string }) => mountPath)
  assert.deepEqual(mounted, ['/data', '/tmp'])
  assert.ok(container.resources.limits.memory && container.resources.requests.cpu)
})

test('a terminating pod has time to finish its requests', () => {
  const drainSeconds = 10
  const delaySeconds = Number(only('ConfigMap').data.SHUTDOWN_DELAY_SECONDS)
  assert.ok(delaySeconds > 0)
  assert.ok(pod.terminationGracePeriodSeconds >= delaySeconds + drainSeconds + 5)
})

test('at least two pods run on different nodes, and they are never all evicted at the same time', () => {
  const { minReplicas, scaleTargetRef } = only('HorizontalPodAutoscaler').spec
  assert.ok(minReplicas >= 2)
  assert.equal(scaleTargetRef.name, only('Deployment').metadata.name)
  // A replica count would overwrite the autoscaler's on every `apply`.
  assert.equal(only('Deployment').spec.replicas, undefined)
  assert.equal(only('PodDisruptionBudget').spec.maxUnavailable, 1)
  assert.equal(only('Deployment').spec.strategy.rollingUpdate.maxUnavailable, 0)
  const spread = pod.topologySpreadConstraints.map(({ topologyKey }: { topologyKey: string }) => topologyKey)
  assert.deepEqual(spread, ['kubernetes.io/hostname', 'topology.kubernetes.io/zone'])
})

test('all selectors match the pods', () => {
  const { labels } = only('Deployment').spec.template.metadata
  for (const chosen of [
    only('Deployment').spec.selector.matchLabels,
    only('Service').spec.selector,
    only('PodDisruptionBudget').spec.selector.matchLabels,
    only('NetworkPolicy').spec.podSelector.matchLabels,
    ...pod.topologySpreadConstraints.map(
      (one: { labelSelector: { matchLabels: object } }) => one.labelSelector.matchLabels,
    ),
  ])
    assert.deepEqual(chosen, labels)
  const [rule] = only('Ingress').spec.rules
  assert.equal(rule.http.paths[0].backend.service.name, only('Service').metadata.name)
  assert.equal(`https://${rule.host}`, only('ConfigMap').data.PUBLIC_URL)
})

test("the connections of the maximum number of pods fit into PostgreSQL's limit", () => {
  const connectionsMax = 100
  const { maxReplicas } = only('HorizontalPodAutoscaler').spec
  assert.ok(maxReplicas * (Number(only('ConfigMap').data.DATABASE_POOL_MAX) + 1) < connectionsMax)
})
