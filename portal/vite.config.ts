import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

type LogLevel = 'info' | 'warn' | 'debug'

/** During development of the portal, `npm run dev -w portal` forwards requests to a running server. */
const server = 'http://localhost:3000'

/** The base path of the portal. All routes start with it. */
const base = '/'

/**
 * This code runs on import, so it needs its own chunk. Otherwise, another page that shares code with it would
 * also run it.
 */
const early = /index\.html|src[\\/]first-view[\\/]early\.ts/
/**
 * Code that the first view shares with other pages. It is kept small, so that the first view does not wait
 * for the rest of the portal.
 */
const common =
  /preload-helper|src[\\/](first-view[\\/](ahead|first-view)\.|(fonts|theme)\.css|url\.ts|http[\\/]query\.ts|questions\.ts|language[\\/](language|load-texts|numbers|translated)\.ts|strings[\\/]this-computer\.ts|routes[\\/]search\.ts|pages[\\/]assets[\\/](search\.ts|(asset-grid|thumbnail)\.module\.css))/
const anotherPage = /pages[\\/]reference[\\/]frame\.|reference\.html/

const colorScheme = readFileSync(new URL('src/first-view/color-scheme.js', import.meta.url), 'utf8').replace(
  /^\/\/.*\n/gm,
  '',
)

/**
 * The version changes when a font package changes, because the server lets browsers keep fonts for a year.
 */
const fontsVersion = createHash('sha256')
  .update(readFileSync(new URL('../typesetting/package.json', import.meta.url)))
  .digest('hex')
  .slice(0, 12)

export default defineConfig({
  base,
  define: { 'import.meta.env.FONTS_VERSION': JSON.stringify(fontsVersion) },
  // The worker of previews loads WebAssembly before it runs, and only modules can wait for that.
  worker: { format: 'es', rolldownOptions: { onLog: passOn } },
  plugins: [react(), namePortal(), firstThingsFirst(), compress()],
  builder: {},
  environments: {
    // The initial code of every page is limited to 250 KB compressed.
    client: {
      build: {
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 800,
        // Lists the licenses of all bundled packages and their texts, as MIT and other licenses require.
        license: { fileName: 'THIRD-PARTY-NOTICES.md' },
        rolldownOptions: {
          onLog: passOn,
          input: { index: 'index.html', reference: 'reference.html', portal: 'src/main.tsx' },
          output: {
            codeSplitting: {
              // Thirty small chunks would take longer to load than these groups.
              groups: [
                { name: 'early', priority: 3, test: early },
                { name: 'common', priority: 4, test: common },
                { name: 'shell', priority: 2, tags: ['$initial'], test: (id) => !anotherPage.test(id) },
                {
                  name: 'auth',
                  priority: 2,
                  test: /better-auth|better-fetch|nanostores|src[\\/]auth\.ts/,
                  minShareCount: 3,
                },
                { name: 'library', priority: 1, minShareCount: 3 },
              ],
            },
          },
        },
      },
    },
    // The server also renders this code.
    ssr: {
      resolve: { noExternal: true },
      // Always a production build, regardless of NODE_ENV: React's development build is slow and prints warnings.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/first-view/draw.tsx' },
      },
    },
  },
  server: {
    proxy: {
      '/portal/api': server,
      '/portal/fonts': server,
      '/files': server,
      '/reference': server,
      '/openapi.json': server,
    },
  },
})

/**
 * HarfBuzz imports a module of Node, but only in Node. Vite warns about it in every build, and the first start of a
 * new user would show the warning.
 */
function passOn(
  level: LogLevel,
  log: { plugin?: string | undefined; message: string },
  handle: (level: LogLevel, log: { message: string }) => void,
) {
  if (log.plugin !== 'rolldown:vite-resolve' || !log.message.includes('harfbuzzjs')) handle(level, log)
}

/** Passes the URL of the portal's code to the inline script, which decides when to load it. */
function namePortal(): Plugin {
  return {
    name: 'name-portal',
    transformIndexHtml: {
      order: 'post',
      handler(_, { path, bundle = {} }) {
        const main = Object.values(bundle).find((file) => file.type === 'chunk' && file.name === 'portal')
        if (path !== '/index.html' || main?.type !== 'chunk') return []
        const children = [main.fileName, ...main.imports].map((file) => ({
          tag: 'link',
          attrs: { rel: 'modulepreload', fetchpriority: 'low', crossorigin: true, href: base + file },
        }))
        return [{ tag: 'template', attrs: { id: 'portal-code' }, children, injectTo: 'head' }]
      },
    },
  }
}

/**
 * The first paint needs no further request, because the styles of the first view and the light or dark mode
 * are inlined. The scripts are loaded after the thumbnails, because they wait for the thumbnails anyway.
 */
function firstThingsFirst(): Plugin {
  return {
    name: 'first-things-first',
    transformIndexHtml: {
      order: 'post',
      handler(html, { path, bundle = {} }) {
        if (path !== '/index.html') return html
        const styles = (link: string, file: string) => {
          const asset = bundle[file]
          return asset?.type === 'asset' ? `<style>${asset.source}</style>` : link
        }
        const scripts: string[] = []
        const late = (tag: string) => {
          scripts.push(tag)
          return ''
        }
        return html
          .replace('</title>', () => `</title>\n    <script>${colorScheme}</script>`)
          .replace(/<link rel="stylesheet"[^>]* href="\/([^"]+)">/g, styles)
          .replace(
            /^ *<(script type="module"|link rel="modulepreload" crossorigin)[^>]*>(<\/script>)?\n/gm,
            late,
          )
          .replace('</body>', () => `${scripts.join('')}  </body>`)
      },
    },
  }
}

/**
 * Writes precompressed files. The server sends the encoding that the browser supports, without compressing on
 * request.
 */
function compress(): Plugin {
  return {
    name: 'compress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      for (const [name, file] of Object.entries(bundle)) {
        if (!/\.(js|css|html|wasm)$/.test(name)) continue
        const text = file.type === 'chunk' ? file.code : file.source
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(text))
      }
    },
  }
}
