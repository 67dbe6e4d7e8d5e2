import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

/** While one works on the portal, `npm run dev -w portal` asks a server that runs beside it. */
const server = 'http://localhost:3000'

/** Where the portal lives; its routes follow. */
const base = '/'

export default defineConfig({
  base,
  plugins: [react(), preloadFont(), compress()],
  // The first chunk is React, Mantine, the router and the shell: at most 250 KB when it is compressed.
  build: {
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 800,
    rolldownOptions: {
      input: ['index.html', 'reference.html'],
      // What most pages need comes in one piece: thirty small ones take longer.
      output: { codeSplitting: { groups: [{ name: 'base', test: /node_modules/, minShareCount: 8 }] } },
    },
  },
  server: {
    proxy: { '/portal/api': server, '/files': server, '/reference': server, '/openapi.json': server },
  },
})

/** The font comes with the page, not after the styles: with `font-display: optional` late is never. */
function preloadFont(): Plugin {
  return {
    name: 'preload-font',
    transformIndexHtml(_, { bundle = {} }) {
      const file = Object.keys(bundle).find((name) => /inter-latin-wght.*\.woff2$/.test(name))
      if (file === undefined) return []
      const attrs = { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: base + file }
      return [{ tag: 'link', injectTo: 'head-prepend', attrs }]
    },
  }
}

/** The server sends what a browser can take, and packs nothing while somebody waits. */
function compress(): Plugin {
  return {
    name: 'compress',
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
