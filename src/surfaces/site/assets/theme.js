// Before the first paint: the theme that the reader has chosen, if any.
try {
  const theme = localStorage.getItem('theme')
  if (theme) document.documentElement.dataset.theme = theme
} catch {}
