// Comes before the portal's own code, which is large. A library's page brings its first list along.
import { type Page, urlOf } from '../api.ts'
import { askedBy } from '../pages/assets/search.ts'
import { levelOf, pageOf, tagsBy, totalOf } from '../questions.ts'
import type { Asset } from '../resources.gen.ts'
import { askAhead } from './ahead.ts'
import { drawFirstView } from './first-view.ts'

const doors = /^\/(sign-in|setup|forgot-password|reset-password)/
const library = /^\/c\/([^/]+)\/assets$/

void begin()

async function begin() {
  const { pathname, search } = location
  const [, companyId] = library.exec(pathname) ?? []
  if (companyId !== undefined && search === '') await showLibrary(companyId)
  else {
    fetchPortal()
    void askAhead(urlOf(doors.test(pathname) ? '/doors' : '/me'))
  }
  if (companyId !== undefined) void import('../pages/assets/assets-page.tsx')
  await import('../main.tsx')
}

async function showLibrary(companyId: string) {
  const list = askAhead(urlOf('/assets', pageOf(askedBy({}))), companyId)
  const assets: Page<Asset> | undefined = await (await list)?.json()
  const drawn = assets && assets.data.length > 0 && drawFirstView(assets.data)
  // After the pictures, which are asked for at the end of this task: they are what one waits for.
  queueMicrotask(fetchPortal)
  await drawn
  void askAhead(urlOf('/me'))
  void askAhead(urlOf('/folders', levelOf('root')), companyId)
  void askAhead(urlOf('/asset-tags', tagsBy('')), companyId)
  void askAhead(urlOf('/assets', totalOf(askedBy({}))), companyId)
}

/** Has the browser fetch the portal's code, which begins when it is imported. */
function fetchPortal() {
  const named = document.querySelector<HTMLTemplateElement>('template#portal-code')
  if (named) document.head.append(named.content)
}
