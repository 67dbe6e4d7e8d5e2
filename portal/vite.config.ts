import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** During development of the portal, `npm run dev -w portal` forwards requests to a running server. */
const server = 'http://localhost:3000'

/** The base path of the portal; its routes are below. */
const base = '/'

/**
 * Runs on import, so it needs its own chunk: otherwise, another page that shares code with it would run it
 * too.
 */
const early = /index\.html|src[\\/]first-view[\\/]early\.ts/
/**
 * Code that the first view shares with other pages, kept small so that it does not wait for the rest of the
 * portal.
 */
const common =
  /preload-helper|src[\\/](first-view[\\/](ahead|first-view)\.|(fonts|theme)\.css|url\.ts|http[\\/]query\.ts|questions\.ts|strings[\\/]reference\.ts|routes[\\/]search\.ts|pages[\\/]assets[\\/](search\.ts|(asset-grid|thumbnail)\.module\.css))/
const anotherPage = /pages[\\/]reference[\\/]frame\.|reference\.html/

const colorScheme = readFileSync(new URL('src/first-view/color-scheme.js', import.meta.url), 'utf8').replace(
  /^\/\/.*\n/gm,
  '',
)

/** Changes when a font package does: the server lets browsers keep fonts for a year. */
const fontsVersion = createHash('sha256')
  .update(readFileSync(new URL('../typesetting/package.json', import.meta.url)))
  .digest('hex')
  .slice(0, 12)

export default defineConfig({
  base,
  define: { 'import.meta.env.FONTS_VERSION': JSON.stringify(fontsVersion) },
  // The worker of previews loads WebAssembly before it runs, which only modules can wait for.
  worker: { format: 'es' },
  plugins: [react(), namePortal(), firstThingsFirst(), compress()],
  builder: {},
  environments: {
    // The initial code of every page: at most 250 KB compressed.
    client: {
      build: {
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 800,
        // Licenses of all bundled packages, with their texts, as MIT and others require.
        license: { fileName: 'THIRD-PARTY-NOTICES.md' },
        rolldownOptions: {
          input: { index: 'index.html', reference: 'reference.html', portal: 'src/main.tsx' },
          output: {
            codeSplitting: {
              // A few chunks: thirty small ones take longer.
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
    // Code that the server renders too.
    ssr: {
      resolve: { noExternal: true },
      // A production build, whatever NODE_ENV is: React's development build is slow and prints warnings.
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
 * The first paint needs no further request: the styles of the first view and the light or dark mode are
 * inlined. The scripts are loaded after the thumbnails, which they wait for anyway.
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

/** Precompressed files: the server sends what the browser supports, without compressing on request. */
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
