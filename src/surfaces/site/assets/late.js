// Puts in its place what only script shows; see html/late.ts. First of all, since others look for it.
export function unfold(root) {
  for (const template of root.querySelectorAll('template[data-late]')) template.replaceWith(contentOf(template))
}

/** Its content is in a comment. */
export function contentOf(template) {
  const made = document.createElement('template')
  made.innerHTML = template.content.firstChild.data
  return made.content
}

unfold(document)
