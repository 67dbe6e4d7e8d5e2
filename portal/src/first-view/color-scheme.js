// Inlined into the page and run before the first paint, so that a dark page is never white at first, the first view is
// arranged as the portal will be (layout.ts), and the page has its language (language/language.ts). The content security
// policy allows it by its hash. The first storage key is Mantine's.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
} catch {}
try {
  const layout = JSON.parse(localStorage.getItem('atelier-layout') ?? '{}')
  const { dataset, style } = document.documentElement
  if (layout.isRail ?? matchMedia('(max-width: 75em)').matches) style.setProperty('--first-bar', '60px')
  if (layout.isSideFolded) dataset.sideFolded = ''
  if (layout.isWhole) dataset.firstWhole = ''
  if (layout.sideWidth) style.setProperty('--first-side', `${layout.sideWidth}px`)
  if (layout.cellWidth) style.setProperty('--first-cell', `${layout.cellWidth}px`)
} catch {}
try {
  const wanted = [localStorage.getItem('atelier-language') ?? '', ...navigator.languages]
  const offered = ['en', 'de', 'fr', 'es', 'ja']
  const language = wanted.map((tag) => tag.split('-')[0]).find((tag) => offered.includes(tag))
  if (language) document.documentElement.lang = language
} catch {}
