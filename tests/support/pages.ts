/** Article pages for tests, as sites build them: head, menu, article, teasers, footer. */

export const PARAGRAPHS = [
  'Regeringen vill att alla nya telefoner som säljs i landet ska gå att laga i minst sju år, säger ministern, och lovar ett förslag före sommaren.',
  'Branschen är kritisk. Enligt dess förening blir kraven dyra för mindre tillverkare, och kunderna får betala. Miljörörelsen säger tvärtom att förslaget är för svagt.',
  'Förslaget ska nu ut på remiss, och svaren väntas i mars. Därefter kan riksdagen besluta i maj, och reglerna börja gälla till årsskiftet.',
  'Flera länder i Europa har liknande regler på gång, men ingen har gått så långt som den här lagen skulle göra, om den går igenom.',
]

export interface PageParts {
  head?: string
  article?: string
  htmlAttributes?: string
}

export function articlePage({ head = '', article, htmlAttributes = 'lang="sv-SE"' }: PageParts = {}): string {
  const body = article ?? PARAGRAPHS.map((text) => `<p>${text}</p>`).join('\n')
  return `<!doctype html>
<html ${htmlAttributes}><head><title>Telefoner ska gå att laga | Bladet</title>${head}
<script>document.write('<p>skräp från ett skript</p>')</script><style>p { color: red }</style></head>
<body><nav class="menu"><ul><li><a href="/">Start</a></li><li><a href="/sport">Sport</a></li></ul></nav>
<main><article><h1>Telefoner ska gå att laga</h1>${body}</article></main>
<aside class="related sidebar"><a href="/1">Läs också det här</a> <a href="/2">Och det här</a></aside>
<footer><p>Ansvarig utgivare: Någon Annan. Om kakor.</p></footer></body></html>`
}
