import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** While one works on the portal, `npm run dev -w portal` asks a server that runs beside it. */
const server = 'http://localhost:3000'

/** Where the portal lives; its routes follow. */
const base = '/'

/** Begins by being there: in a piece of its own, or another page that shares something with it would begin too. */
const early = /index\.html|src[\\/]first-view[\\/]early\.ts/
/** What the first view needs, and another page shares: small enough that none of it waits for the portal's own code. */
const common =
  /preload-helper|src[\\/](first-view[\\/](ahead|first-view)\.|(fonts|theme)\.css|url\.ts|http[\\/]query\.ts|questions\.ts|strings[\\/]reference\.ts|routes[\\/]search\.ts|pages[\\/]assets[\\/](search\.ts|(asset-grid|thumbnail)\.module\.css))/
const anotherPage = /pages[\\/]reference[\\/]frame\.|reference\.html/

const colorScheme = readFileSync(new URL('src/first-view/color-scheme.js', import.meta.url), 'utf8').replace(
  /^\/\/.*\n/gm,
  '',
)

export default defineConfig({
  base,
  plugins: [react(), namePortal(), firstThingsFirst(), compress()],
  builder: {},
  environments: {
    // What every page begins with: at most 250 KB when it is compressed.
    client: {
      build: {
        modulePreload: { polyfill: false },
        chunkSizeWarningLimit: 800,
        // Of all that is bundled, with the texts: MIT and its like ask for them.
        license: { fileName: 'THIRD-PARTY-NOTICES.md' },
        rolldownOptions: {
          input: { index: 'index.html', reference: 'reference.html', portal: 'src/main.tsx' },
          output: {
            codeSplitting: {
              // A few pieces: thirty small ones take longer.
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
    // What the server draws of it.
    ssr: {
      resolve: { noExternal: true },
      // Whatever the server's own environment says: React's other half is slow, and warns.
      define: { 'process.env.NODE_ENV': '"production"' },
      build: {
        outDir: 'dist/server',
        copyPublicDir: false,
        rolldownOptions: { input: 'src/first-view/draw.tsx' },
      },
    },
  },
  server: {
    proxy: { '/portal/api': server, '/files': server, '/reference': server, '/openapi.json': server },
  },
})

/** Names the portal's own code, for the script that comes first: it says when that is to be fetched. */
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
 * What is drawn first needs no further request: the styles of the first view and the choice of light or dark lie in the
 * page. The scripts, which wait for its pictures anyway, are asked for after these.
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

/** The server sends what a browser can take, and packs nothing while somebody waits. */
function compress(): Plugin {
  return {
    name: 'compress',
    applyToEnvironment: ({ name }) => name === 'client',
    writeBundle({ dir = '' }, bundle) {
      const params = { [constants.BROTLI_PARAM_QUALITY]: 9 }
      for (const [name, file] of Object.entries(bundle)) {
        if (!/\.(js|css|html)$/.test(name)) continue
        const text = file.type === 'chunk' ? file.code : file.source
        writeFileSync(join(dir, `${name}.br`), brotliCompressSync(text, { params }))
        writeFileSync(join(dir, `${name}.gz`), gzipSync(text))
      }
    },
  }
}
