/** The forms of the first-run page, in English, for the operator. Without a script. */
import { learningReport } from '../../news/topic/rules/relevance-report.ts'
import type { ModelTrial, Setup } from '../../news/topic/rules/setup.ts'
import { field } from '../../platform/html/field.ts'
import { type Html, html, trusted } from '../../platform/html/html.ts'
import type { AssetUrl } from '../../platform/html/page.ts'
import { counted } from '../../platform/text/counted.ts'
import { type Draft, failuresOf, feedsOf, modelOf, modelsOf, tagNamesOf } from './draft.ts'

const ARTICLES_SHOWN = 5

export interface StartPage {
  title: string
  body: Html
  /** Why the form was refused. */
  failure?: string | undefined
  /** Seconds until it is loaded again. */
  refresh?: number | undefined
}

export function startPage(asset: AssetUrl, { title, body, failure, refresh }: StartPage): string {
  return String(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} – Kärnhuset</title>
<meta name="robots" content="noindex">
${refresh && html`<meta http-equiv="refresh" content="${refresh}">`}
<link rel="stylesheet" href="${asset('site.css')}">
<link rel="stylesheet" href="${asset('admin.css')}">
<link rel="icon" href="data:,">
</head>
<body class="admin">
<header class="masthead"><div class="wrap masthead-row"><a class="brand" href="/start">Kärnhuset</a></div></header>
<main class="wrap narrow">
<div class="title"><h1>${title}</h1></div>
${failure && html`<p class="said as-lines" role="alert">${failure}</p>`}
${body}
</main>
</body>
</html>
`)
}

interface FormOptions {
  path: string
  formToken: string
  button: string | null
  /** True where there is a step before, which shows what was entered. */
  back: boolean
  /** Rows in place of fields below each other. */
  rows?: boolean | undefined
  files?: boolean | undefined
}

/** Enter presses the first button. */
export function startForm({ path, formToken, button, back, rows, files }: FormOptions, fields: Html): Html {
  return html`<form method="post" action="${path}"${!rows && html` class="form stack"`}${files && html` enctype="multipart/form-data"`}><input type="hidden" name="form" value="${formToken}">
${fields}
${button && html`<p class="start-buttons"><button class="button button-main">${button}</button>${back && html`<button class="button" name="back" value="yes" formnovalidate>Back</button>`}</p>`}</form>`
}

export const topicFields = ({ topic, name, language, words }: Draft, { languages }: Setup): Html =>
  html`${field('topic', 'What is it about?', { value: topic, max: 100, hint: 'For example gardening, Formula 1 or trains.' })}
${field('name', 'Name of the site', { value: name, max: 100, required: false, hint: 'The topic, if you leave it out.' })}
<label for="language">Its language</label><select id="language" name="language"><option value="">That of the first source</option>${languages.map(({ code, name }) => html`<option value="${code}" lang="${code}"${code === language && trusted(' selected')}>${name}</option>`)}</select>
${field('words', 'Other words that name the topic', { value: words, required: false, hint: 'With commas between: garden*, allotment*. The star stands for endings.' })}`

export const addressFields = ({ addresses }: Draft): Html =>
  html`${field('addresses', 'Sites or feeds', { value: addresses, rows: 6, max: 2_000_000, required: false, hint: 'Addresses, one a line, or an OPML list from a feed reader. The feeds of a site are looked for.' })}
<label for="file">Or a file with an OPML list</label><input id="file" name="file" type="file" accept=".opml,.xml,text/xml,text/x-opml">`

const check = (name: string, at: number, isOn: boolean, label: Html | string): Html =>
  html`<label class="check"><input type="checkbox" name="${name}" value="${at}"${isOn && trusted(' checked')}> <span>${label}</span></label>`

export function feedFields(draft: Draft): Html {
  const failures = failuresOf(draft)
  const feeds = feedsOf(draft).map(({ title, url, language, articles }, at) => {
    const about = `${language ?? 'no language'}, ${counted(articles.length, 'article')}`
    return html`<li>${check('feed', at, !draft.leftOut.includes(url), html`<strong>${title}</strong> (${about})`)}
<p class="small">${url}</p>
<ul class="small">${articles.slice(0, ARTICLES_SHOWN).map((article) => html`<li>${article.title}</li>`)}</ul>
${check('only', at, draft.onlyTopic.includes(url), html`It writes about nothing else<span class="unseen"> (${title})</span>`)}</li>`
  })
  return html`<ul class="rows">${feeds}</ul>
${failures.length > 0 && html`<h2 class="box-title">No feed was found at</h2><ul class="rows small">${failures.map((failure) => html`<li>${failure}</li>`)}</ul>`}`
}

export function tagFields(draft: Draft): Html {
  const { proposals } = draft
  const names = tagNamesOf(draft)
  if (proposals.length === 0)
    return html`<p>The headlines repeat no name. Tags can be added later, in vocabulary.yaml.</p>`
  const rows = proposals.map(({ name, articles, publishers }, at) => {
    const input = html`<input name="name-${at}" value="${names[at] ?? name}" maxlength="60" aria-label="Name of the tag ${name}">`
    return html`<li class="line-up cluster">${check('tag', at, (names[at] ?? null) !== null, html`<span class="unseen">${name}, </span>in ${counted(articles, 'article')} by ${counted(publishers, 'publisher')}`)} ${input}</li>`
  })
  return html`<p>Names in the headlines; those in three articles or more are ticked. Keep the tick at those that belong to the topic: an article with one of them is about it. Two with one name become one tag.</p>
<ul class="rows">${rows}</ul>`
}

export function headlineFields({ headlines, answers }: Draft): Html {
  if (headlines.length === 0) return html`<p>The sources have no headline to judge.</p>`
  const rows = headlines.map(
    ({ title }, at) =>
      html`<li class="beside crossable"><p id="headline-${at}">${title}</p><label class="check"><input class="cross" type="checkbox" name="about-${at}" value="no" aria-describedby="headline-${at}"${answers[at] === false && trusted(' checked')}> <span>Not about it</span></label></li>`,
  )
  return html`<p>These are about the topic, unless you cross them out. The site learns from your answers what it takes from sources that write about other things too.</p>
<ul class="rows">${rows}</ul>`
}

export function figures({ figures }: Draft): Html | null {
  if (!figures) return null
  const [verdict, ...lines] = learningReport(figures)
  return html`<section class="part"><h2 class="box-title">What your answers teach</h2><p>${verdict}</p>
<details class="fold"><summary>The figures</summary><ul>${lines.map((line) => html`<li>${line}</li>`)}</ul></details></section>`
}

export function settingFields(draft: Draft): Html {
  const { settings, colour } = draft
  const setting = (name: string, label: string, hint: string) =>
    field(name, label, { value: settings[name] ?? '', required: false, hint })
  const secret = (name: string, label: string, hint: string) =>
    field(name, label, {
      type: 'password',
      autocomplete: 'new-password',
      value: settings[name] ?? '',
      required: false,
      hint,
    })
  return html`${setting('PUBLISHER_NAME', 'Who answers for the site', 'A name, for readers.')}
${setting('PUBLISHER_CONTACT', 'How to reach them', 'An email or web address.')}
<label for="colour">Colour of the mark</label><input id="colour" name="colour" type="color" value="${colour}">
${secret('ADMIN_TOKEN', 'Password of the console', 'At least 16 characters (ADMIN_TOKEN). It opens /admin, where you look after the site; without one there is no console.')}
${secret('SMTP_URL', 'Server that sends email', 'As smtps://user:password@mail.example.org. Without it, codes to sign in with go to the log.')}
${setting('MAIL_FROM', 'Address that email comes from', 'As News <news@example.org>.')}`
}

/** Chosen sources that the site would not read. */
export const unreadNote = ({ unreadSources }: Setup): Html | null =>
  unreadSources === null ? null : html`<p class="said" role="status">${unreadSources}</p>`

/** Buttons, the first of which is what Enter presses. */
const submitButton = (name: string, label: string, isMain = false): Html =>
  html`<button class="button${isMain && trusted(' button-main')}" name="act" value="${name}">${label}</button> `

export function modelFields(draft: Draft, setup: Setup): Html {
  const trial = setup.trial()
  const models = modelsOf(draft).map(
    ({ id, kind, model }) =>
      html`<option value="${id}"${id === draft.found && trusted(' selected')}>${kind}: ${model}</option>`,
  )
  const selected = modelOf(draft)
  const isTried =
    trial?.isOver === true && trial.choice.baseUrl === selected?.baseUrl && trial.choice.model === selected.model
  // A slow model can be used; one that did not answer cannot.
  const isUsable = isTried && (trial.failure === null || trial.summary !== null || trial.answered > 0)
  const hint =
    models.length > 0
      ? 'What was found.'
      : 'No server of models was found on this machine (Ollama, LM Studio, llama.cpp, vLLM).'
  return html`<p>The site is written; from here on its files are changed by hand. A model would write summaries, each checked against its article; without one, readers see excerpts.</p>
<label for="found">A model that was found</label><select id="found" name="found" aria-describedby="found-hint"><option value="">Another, or none</option>${models}</select>
<p class="small" id="found-hint">${hint}</p>
${field('baseUrl', 'Or the address of a server', { value: draft.baseUrl, required: false, hint: 'As http://192.168.1.20:11434/v1: any that speaks the protocol of OpenAI.' })}
${field('model', 'Name of its model', { value: draft.model, required: false, hint: 'Its server is asked, if you leave it out.' })}
${field('key', 'Its key', { type: 'password', autocomplete: 'new-password', required: false, hint: 'Where the server wants one.' })}
<p class="start-buttons">${submitButton('try', isTried ? 'Try again' : 'Try it', !isUsable)}${isUsable && submitButton('use', 'Use it, and start the site', trial.failure === null)}${submitButton('without', 'Start the site without a model')}</p>`
}

/** Results of a trial so far. */
export function trialBody({ choice, isOver, answered, questions, summary, exams, failure }: ModelTrial): Html {
  const work = `At work: ${answered} of ${questions} questions are answered. The page loads itself again; it takes some minutes at most.`
  return html`<section class="part"><h2 class="box-title">${choice.model}, tried</h2>
${!isOver && html`<p role="status">${work}</p>`}
${failure && html`<p class="said as-lines" role="alert">${failure}</p>`}
${summary && html`<h3>A summary of “${summary.headline}” (${summary.publisher})</h3>${summary.refusal ? html`<p>The site would show an excerpt in its place: ${summary.refusal}</p>` : html`<p><strong>${summary.title}</strong></p>`}${summary.text && html`<blockquote class="prose">${summary.text}</blockquote>`}`}
${isOver && !summary && !failure && html`<p>The feeds have no article that is long enough for a trial summary. The site reads their pages.</p>`}
${exams.length > 0 && html`<ul>${exams.map((exam) => html`<li>${exam}</li>`)}</ul>`}</section>`
}

export const doneBody = (files: readonly string[], hasConsole: boolean): Html =>
  html`<p>The site is starting, which takes some seconds the first time.</p>
<details class="fold"><summary>${counted(files.length, 'file')} written</summary><p>They lie beside each other in the folder that the program was started in. Each has comments that explain it, and can be changed by hand.</p>
<ul>${files.map((file) => html`<li><code>${file}</code></li>`)}</ul></details>
<p class="start-buttons"><a class="button button-main" href="/">Open the site</a></p>
${hasConsole && html`<p>The console is at <a href="/admin">/admin</a>, with the password that you chose.</p>`}`
