// Inlined into the page and run before the first paint, so that a dark page is never white at first. The content
// security policy allows it by its hash. The storage key is Mantine's.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
} catch {}
