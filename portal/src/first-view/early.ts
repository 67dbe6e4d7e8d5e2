// Runs before the portal's own code, which is large. The page of a library contains its first list, rendered
// and as JSON.
import '../fonts.css'
import '../pages/assets/asset-grid.module.css'
import '../pages/assets/thumbnail.module.css'
import './first-view.css'
import { loadTexts } from '../language/load-texts.ts'
import { askedBy } from '../pages/assets/search.ts'
import { collectionsByName, levelOf, pageOf, tagsBy, totalOf } from '../query-parameters.ts'
import { urlOf } from '../url.ts'
import { askAhead } from './ahead.ts'
import { showFirstView } from './first-view.ts'

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
  await loadTexts()
  if (companyId !== undefined) void import('../pages/assets/assets-page.tsx')
  await import('../main.tsx')
}

async function showLibrary(companyId: string) {
  await showFirstView()
  fetchPortal()
  void askAhead(urlOf('/assets', pageOf(askedBy({}))), companyId)
  void askAhead(urlOf('/me'))
  void askAhead(urlOf('/folders', levelOf('root')), companyId)
  void askAhead(urlOf('/collections', collectionsByName), companyId)
  void askAhead(urlOf('/asset-tags', tagsBy('')), companyId)
  void askAhead(urlOf('/assets', totalOf(askedBy({}))), companyId)
}

/** Preloads the portal's code, which runs when it is imported. */
function fetchPortal() {
  const named = document.querySelector<HTMLTemplateElement>('template#portal-code')
  if (named) document.head.append(named.content)
}
