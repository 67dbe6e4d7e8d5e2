// Comes before the portal's own code, which is large: the server and the browser work side by side meanwhile.
import { askAhead } from './ahead.ts'
import { type Page, urlOf } from './api.ts'
import { askedBy } from './pages/assets/search.ts'
import { sourcesOf } from './pages/assets/sources.ts'
import { levelOf, pageOf, tagsBy, totalOf } from './questions.ts'
import type { Asset } from './resources.gen.ts'

const doors = /^\/(sign-in|setup|forgot-password|reset-password)/
const library = /^\/c\/([^/]+)\/assets$/

/** About what a window shows, and how wide. */
const picturesAhead = 24
const pictureWidth = 180

const { pathname, search } = location
void askAhead(urlOf(doors.test(pathname) ? '/doors' : '/me'))
const [, companyId] = library.exec(pathname) ?? []
if (companyId !== undefined) {
  void import('./pages/assets/assets-page.tsx')
  if (search === '') void askForLibrary(companyId)
}

async function askForLibrary(companyId: string) {
  const list = askAhead(urlOf('/assets', pageOf(askedBy({}))), companyId)
  void askAhead(urlOf('/folders', levelOf('root')), companyId)
  void askAhead(urlOf('/asset-tags', tagsBy('')), companyId)
  void askAhead(urlOf('/assets', totalOf(askedBy({}))), companyId)
  const assets: Page<Asset> | undefined = await (await list)?.json()
  for (const { thumbnail_url, renditions } of assets?.data.slice(0, picturesAhead) ?? []) {
    if (thumbnail_url === null) continue
    const image = new Image()
    image.sizes = `${pictureWidth}px`
    image.srcset = sourcesOf({ renditions })
    image.src = thumbnail_url
  }
}
