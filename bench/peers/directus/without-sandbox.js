// isolated-vm, which runs the scripts of flows, is compiled for one release of Node. Lists do not need it. Without it,
// Directus runs on the same Node as everything else here.
import { registerHooks } from 'node:module'

const nothing = new URL('./nothing.cjs', import.meta.url).href

registerHooks({
  resolve: (name, context, next) =>
    name === 'isolated-vm' ? { url: nothing, format: 'commonjs', shortCircuit: true } : next(name, context),
})
