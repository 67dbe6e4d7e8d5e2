import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'
import { type Lockfile, resolve, root } from '../supply-chain/lockfile.ts'

/**
 * Returns the directories of the packages that the server needs on this system: its dependencies,
 * transitively, and required peers. Packages for only the portal's build or the CLI are excluded. Optional
 * packages for other systems are also excluded, because npm has not installed them.
 */
export function serverPackages(lockfile: Lockfile): string[] {
  const found = new Set<string>()
  const waiting = namesNeededBy(lockfile, 'server').map((name) => ({ from: 'server', name }))
  for (const { from, name } of waiting) {
    const path = resolve(lockfile, from, name)
    if (path === undefined || found.has(path)) continue
    const { link, resolved } = lockfile.packages[path]!
    // The packages of a workspace are needed. The sources of the workspace are copied to another directory of
    // the release.
    if (link) {
      const folder = resolved!
      waiting.push(...namesNeededBy(lockfile, folder).map((needed) => ({ from: folder, name: needed })))
      continue
    }
    if (!existsSync(join(root, path))) {
      if (lockfile.packages[path]!.optional) continue
      throw new Error(`${path} is not installed. Run npm ci.`)
    }
    found.add(path)
    waiting.push(...namesNeededBy(lockfile, path).map((needed) => ({ from: path, name: needed })))
  }
  return [...found].sort()
}

/** Optional packages of tus that contain stores Atelier does not use. */
const storesOfTus = /^node_modules\/@tus\//

function namesNeededBy({ packages }: Lockfile, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies, peerDependenciesMeta } = packages[path]!
  const optional = storesOfTus.test(path) ? {} : optionalDependencies
  const peers = Object.keys(peerDependencies ?? {}).filter((name) => !peerDependenciesMeta?.[name]?.optional)
  return [...Object.keys({ ...dependencies, ...optional }), ...peers]
}

/**
 * These files are not used at run time. They include TypeScript sources, because Node refuses to strip types
 * inside node_modules.
 */
const superfluousFiles = /\.(map|[cm]?tsx?|flow|tsbuildinfo|md|markdown)$/i
/**
 * These folders match only at the top of a package. Deeper directories, such as `yaml/dist/doc`, can be part
 * of the program.
 */
const superfluousFolders =
  /^(\.github|__tests__|bench|benchmarks?|dist-es|dist-types|docs?|examples?|tests?)$/
/** Licenses must also be distributed. */
const legalFiles = /^(licen[cs]e|copying|notice)/i

const fontPackage = /^node_modules\/(@fontsource(-variable)?|@infolektuell)\//
const isManifest = /\/package\.json$/
const fontsRead = new Set(
  shippedFamilies.flatMap(({ faces }) => faces.map(([path]) => `node_modules/${path}`)),
)

/**
 * Font packages contain each font in several formats and widths, with style sheets for each. Only one of these files is
 * read.
 */
const isUnreadFont = (path: string): boolean =>
  fontPackage.test(path) && /\/scss$|\.\w+$/.test(path) && !isManifest.test(path) && !fontsRead.has(path)

/** The same barcodes for browsers, PostScript and other platforms, 11 MB in total. */
const unreadBarcodes =
  /^node_modules\/bwip-js\/(bin|fonts|lib|src|barcode\.ps|demo\.html|stb_truetype\.h|dist\/(?!bwip-js-gen\.mjs$|bwipp\.mjs$).+)/

/**
 * These are builds for browsers, CommonJS builds of packages that are imported only as modules, and
 * extensions of the database.
 */
const unreadBuilds = [
  /^@electric-sql\/pglite(-prepopulatedfs)?\/dist\/(contrib\/|.+\.(cjs|tar\.gz)$)/,
  /^@embedpdf\/pdfium\/dist\/index\.(browser\.js|cjs)$/,
  /^@imagemagick\/magick-wasm\/dist\/(x64\/|index\.umd\.cjs$)/,
  /^@modelcontextprotocol\/[a-z]+\/dist\/.+\.cjs$/,
  /^@opentelemetry\/semantic-conventions\/dist\/(experimental_.+|index-incubating.+|.+\.cjs)$/,
  /^@peculiar\/[^/]+\/build\/cjs\//,
  /^@peculiar\/x509\/build\/x509(\.es)?\.js$/,
  /^@simplewebauthn\/server\/script\//,
  /^asn1js\/build\/index\.es\.js$/,
  /^bowser\/bundled\.js$/,
  /^css-tree\/(cjs\/|dist\/csstree)/,
  /^csv-parse\/dist\//,
  /^fflate\/(umd(\/|$)|esm\/browser\.js$|lib\/browser\.cjs$)/,
  // Only the patterns that typesetting/src/hyphenation.ts imports.
  /^hyphen\/(?!(hyphen\.js|package\.json|LICENSE|patterns|patterns\/(bg|ca|cs|da|de-1996|el-monoton|en-gb|en-us|es|et|fi|fr|hr|it|nb|nl|nn|pl|pt|ro|ru|sk|sl|sv|tr|uk)\.js)$)/,
  /^libheif-js\/((index|wasm-bundle)\.js$|libheif\/|libheif-wasm\/libheif-bundle\.)/,
  /^luxon\/(src(\/|$)|build\/(amd|cjs-browser|global)(\/|$))/,
  /^mediainfo\.js\/dist\/(cjs|esm-bundle|umd)\//,
  /^mdn-data\/(index\.js$|(api|l10n)(\/|$)|css\/(?!(at-rules|properties|syntaxes)\.json$))/,
  /^nodemailer\/dist\/cjs(\/|$)/,
  /^read-excel-file\/(browser|bundle|commonjs|universal|web-worker)\/|^read-excel-file\/node\/.+\.cjs$/,
  /^re2js\/build\/index\.(umd\.js|cjs)$/,
  /^rrule-temporal\/dist\/.+\.cjs$/,
  /^sharp\/((install|src)(\/|$)|dist\/[^/]+\.cjs$)/,
  /^tsyringe\/dist\/(esm\d+|typings)(\/|$)/,
  /^unicode-trie\/node_modules\/pako\/dist(\/|$)/,
  /^yaml\/browser\//,
  /^zod\/.+\.cjs$/,
]

function isUnreadBuild(path: string): boolean {
  const [, inPackages] = /^node_modules\/(.+)$/.exec(path) ?? []
  return inPackages !== undefined && unreadBuilds.some((build) => build.test(inPackages))
}

/** @param path a path relative to the root of the repository. */
export const isUnread = (path: string): boolean =>
  isUnreadFont(path) || unreadBarcodes.test(path) || isUnreadBuild(path)

/** @param parts the parts of a path within a package. */
export const isShipped = (parts: readonly string[]): boolean => {
  const name = parts.at(-1) ?? ''
  if (parts.length > 1 && superfluousFolders.test(parts[0]!)) return false
  return legalFiles.test(name) || !superfluousFiles.test(name)
}
