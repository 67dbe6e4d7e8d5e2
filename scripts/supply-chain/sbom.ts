// `npm run sbom` writes the software bill of materials, as CycloneDX, to dist/sbom.cdx.json.
import { createHash } from 'node:crypto'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  directDependencies,
  type Lockfile,
  type Package,
  productionPackages,
  readLockfile,
  resolve,
  root,
} from './lockfile.ts'

/** The SBOM follows the schema `bom-1.6` of CycloneDX 1.6. */
const specVersion = '1.6'
const simpleLicense = /^[\w.+-]+$/

/** Uses the timestamp of the sources if it is set, for reproducible builds (reproducible-builds.org). */
function builtAt(epochSeconds: string | undefined): Date {
  return epochSeconds ? new Date(Number(epochSeconds) * 1_000) : new Date()
}

/**
 * All production packages, for any system, with version, license and checksum. Generated from the lockfile,
 * because `npm sbom --omit dev` also omits packages that development needs as well.
 */
export function sbomOf(lockfile: Lockfile, at: Date) {
  const packages = productionPackages(lockfile)
  const product = { name: lockfile.name, version: lockfile.version }
  const components = new Map(packages.map((one) => [purlOf(one), componentOf(one)]))
  return {
    $schema: `http://cyclonedx.org/schema/bom-${specVersion}.schema.json`,
    bomFormat: 'CycloneDX',
    specVersion,
    serialNumber: `urn:uuid:${uuidOf(JSON.stringify(lockfile))}`,
    version: 1,
    metadata: {
      timestamp: at.toISOString(),
      component: {
        type: 'application',
        'bom-ref': purlOf(product),
        purl: purlOf(product),
        ...product,
        licenses: [{ license: { id: 'Apache-2.0' } }],
      },
    },
    components: [...components.values()].sort((one, other) => (one.purl < other.purl ? -1 : 1)),
    dependencies: graphOf(lockfile, packages, purlOf(product)),
  }
}

function componentOf(one: Package) {
  return {
    type: 'library',
    'bom-ref': purlOf(one),
    purl: purlOf(one),
    name: one.name,
    version: one.version,
    scope: one.isOptional ? 'optional' : 'required',
    licenses: one.license ? [licenseOf(one.license)] : [],
    hashes: one.integrity ? [hashOf(one.integrity)] : [],
  }
}

const licenseOf = (expression: string) =>
  simpleLicense.test(expression) ? { license: { id: expression } } : { expression }

/** Converts `sha512-` with base64 (Subresource Integrity) to `SHA-512` with hexadecimal digits. */
function hashOf(integrity: string) {
  const [algorithm = '', base64 = ''] = integrity.split(' ')[0]!.split('-')
  return { alg: algorithm.replace('sha', 'SHA-'), content: Buffer.from(base64, 'base64').toString('hex') }
}

function graphOf(lockfile: Lockfile, packages: Package[], product: string) {
  const byPath = new Map(packages.map((one) => [one.path, one]))
  const needs = new Map<string, Set<string>>([[product, new Set()]])
  const note = (of: string, from: string, name: string) => {
    const found = byPath.get(resolve(lockfile, from, name) ?? '')
    if (found) needs.get(of)!.add(purlOf(found))
  }
  for (const { from, name } of directDependencies(lockfile)) note(product, from, name)
  for (const one of packages) {
    // Two copies of the same version are one component.
    if (!needs.has(purlOf(one))) needs.set(purlOf(one), new Set())
    for (const name of one.dependencies) note(purlOf(one), one.path, name)
  }
  return [...needs].map(([ref, dependsOn]) => ({ ref, dependsOn: [...dependsOn].sort() }))
}

/** A package URL (purl-spec, type npm), in which the `@` of a scope is encoded. */
export const purlOf = ({ name, version }: { name: string; version: string }) =>
  `pkg:npm/${name.replace('@', '%40')}@${version}`

/** Derived from the lockfile: RFC 9562 §5.8 leaves all bits except version and variant to us. */
function uuidOf(text: string) {
  const bytes = createHash('sha256').update(text).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x80
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

if (import.meta.main) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  const document = sbomOf(readLockfile(), builtAt(process.env.SOURCE_DATE_EPOCH))
  writeFileSync(join(root, 'dist/sbom.cdx.json'), `${JSON.stringify(document, null, 2)}\n`)
}
