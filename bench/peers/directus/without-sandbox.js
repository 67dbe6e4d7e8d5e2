// isolated-vm, which runs the scripts of flows, is compiled for one release of Node. No list needs it, so that
// Directus runs under the same Node as everything else here.
import { registerHooks } from 'node:module'

const nothing = new URL('./nothing.cjs', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'isolated-vm' ? { url: nothing, format: 'commonjs', shortCircuit: true } : next(name, context),
})
