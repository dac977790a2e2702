/** Content that only script shows: inert in the page, so that no reader without style sheets takes it for the page's text. */
import { type Html, html } from './html.ts'

/** Put in its place by assets/late.js; `hidden` inside it as long as script finds no reason to show it. */
export const late = (content: Html): Html => html`<template data-late>${content}</template>`
