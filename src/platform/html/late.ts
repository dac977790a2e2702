/** Content that only script shows: inert in the page, so that no reader without style sheets takes it for the page's text. */
import { type Html, html, trusted } from './html.ts'

/** In a comment, since text browsers show what a template has. Its own hyphens cannot end the comment. */
const inert = (content: Html): Html => html`<!--${trusted(String(content).replaceAll('--', '-&#45;'))}-->`

/** Put in its place by assets/late.js; `hidden` inside it as long as script finds no reason to show it. */
export const late = (content: Html): Html => html`<template data-late>${inert(content)}</template>`

/** For script to copy, by `contentOf` of assets/late.js. */
export const pattern = (content: Html): Html => html`<template>${inert(content)}</template>`
