import { openFonts } from '@atelier/typesetting'
import { shippedFamilies } from '@atelier/typesetting/shipped-fonts'
import { outlinesOf } from './samples.ts'

/** The entry of the bundle that a browser loads. */
Object.assign(globalThis, {
  async outlinesInBrowser() {
    const read = async (path: string) =>
      new Uint8Array(await (await fetch(`/packages/${path}`)).arrayBuffer())
    return outlinesOf(await openFonts([], { families: shippedFamilies, read }))
  },
})
