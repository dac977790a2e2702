/** Facts in a row, for an element of the class `meta`, whose style puts a separator before each that follows another in its line. */
import { type Html, html } from '../../../platform/html/html.ts'

type Fact = Html | string | null | undefined | false

/** Of those that are known; a space between them is for readers without styles. */
export const facts = (...all: Fact[]): Html =>
  html`${all.filter((fact) => fact).map((fact, at) => html`${at > 0 && ' '}<span>${fact}</span>`)}`
