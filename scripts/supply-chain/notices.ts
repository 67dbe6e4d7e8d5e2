// `npm run notices` writes the licenses of all shipped packages and their texts to dist/THIRD-PARTY-NOTICES.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { type Package, productionPackages, readLockfile, root } from './lockfile.ts'

const licenceFile = /^(licen[cs]e|copying|notice)/i
const licenceName = /[A-Za-z][\w.-]*\d[\w.-]*|MIT|ISC|0BSD|Unlicense/g
const rule = `\n\n${'-'.repeat(80)}\n\n`

/**
 * Returns the name, version and license text of each installed package. Packages for other systems are not
 * shipped. A package without its own text gets the standard text of its license.
 */
export function noticesOf(packages: Package[]): string {
  const present = packages.filter(({ path }) => existsSync(join(root, path)))
  const notices = new Map(present.map((one) => [`${one.name}@${one.version}`, noticeOf(one)]))
  const sorted = [...notices].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, notice]) => notice)
  return [
    'Atelier is shipped with these packages, each under the licence that follows its name.',
    ...sorted,
  ].join(rule)
}

function noticeOf({ path, name, version, license = '' }: Package): string {
  const folder = join(root, path)
  const own = readdirSync(folder, { withFileTypes: true })
    .filter((file) => file.isFile() && licenceFile.test(file.name))
    .map((file) => readFileSync(join(folder, file.name), 'utf8').trim())
  const { author, repository } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
  const texts = own.length > 0 ? own : [authorOf(author, repository), ...usualTexts(license)]
  return [`${name} ${version}: ${license}`, ...texts].join('\n\n')
}

/** A person in package.json is a string or an object. */
function authorOf(author: string | { name?: string } | undefined, repository: string | { url?: string }) {
  const who = typeof author === 'string' ? author : author?.name
  const where = typeof repository === 'string' ? repository : repository?.url
  return `By ${[who, where].filter(Boolean).join(', ')}.`
}

const require = createRequire(import.meta.url)

/** Returns one text for each license that an SPDX expression names. */
const usualTexts = (expression: string): string[] =>
  (expression.match(licenceName) ?? []).map(
    (id) => (require(`spdx-license-list/licenses/${id}.json`) as { licenseText: string }).licenseText,
  )

if (import.meta.main) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(join(root, 'dist/THIRD-PARTY-NOTICES'), noticesOf(productionPackages(readLockfile())))
}
