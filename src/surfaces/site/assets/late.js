// Puts in its place what only script shows; see html/late.ts. First of all, since others look for it.
export function unfold(root) {
  for (const template of root.querySelectorAll('template[data-late]')) template.replaceWith(template.content)
}

unfold(document)
