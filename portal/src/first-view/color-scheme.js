// Runs before anything is drawn, so that a dark page never begins white. A file of its own, because the
// portal's content security policy lets no inline script run. The key is Mantine's.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
} catch {}
