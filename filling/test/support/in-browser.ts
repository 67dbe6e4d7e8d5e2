import { openFonts } from '@atelier/typesetting'
import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'
import { samples } from './samples.ts'

/** The entry of the bundle that a browser loads. */
Object.assign(globalThis, {
  async samplesInBrowser() {
    const read = async (path: string) =>
      new Uint8Array(await (await fetch(`/packages/${path}`)).arrayBuffer())
    return samples(await openFonts([], { families: shippedFamilies, read }))
  },
})
