// Lies in the page and runs before anything is drawn, so that a dark page never begins white. The server's content
// security policy names it by its hash. The key is Mantine's.
try {
  const kept = localStorage.getItem('mantine-color-scheme-value')
  const isDark = kept === 'dark' || (kept !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches)
  document.documentElement.dataset.mantineColorScheme = isDark ? 'dark' : 'light'
} catch {}
