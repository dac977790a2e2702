/** Line icons of our own drawing, 20 units square, in the colour of the text around them. Always beside words. */
import { type Html, trusted } from './html.ts'

const drawings = {
  search: '<circle cx="9" cy="9" r="5.5"/><path d="m13.2 13.2 4.3 4.3"/>',
  play: '<path d="M6.5 4v12l9.5-6z" fill="currentColor"/>',
  pause: '<path d="M7 4.5v11M13 4.5v11" stroke-width="2.6"/>',
  feed: '<path d="M4.5 10a5.5 5.5 0 0 1 5.5 5.5M4.5 4.5a11 11 0 0 1 11 11"/><circle cx="5.6" cy="14.4" r="1.3" fill="currentColor" stroke="none"/>',
  out: '<path d="M8 5H4.5v10.5H15V12M11 4h5v5M16 4l-7.5 7.5"/>',
  theme: '<circle cx="10" cy="10" r="6.5"/><path d="M10 3.5a6.5 6.5 0 0 1 0 13z" fill="currentColor"/>',
  gear: '<circle cx="10" cy="10" r="2.600"/><path d="M10 2.500v2.600M10 14.900v2.600M2.500 10h2.600M14.900 10h2.600M4.700 4.700l1.840 1.840M13.460 13.460l1.840 1.840M4.700 15.300l1.840-1.840M13.460 6.540l1.840-1.840"/><circle cx="10" cy="10" r="5.300"/>',
  /**
   * Two that overlap, one alone, two that do not meet: what publishers agree on, what one reports, where they differ.
   */
  agreed: '<circle cx="7.5" cy="10" r="4.7"/><circle cx="12.5" cy="10" r="4.7"/>',
  single: '<circle cx="10" cy="10" r="4.7"/>',
  disputed: '<path d="M4 7.5h12M4 12.500h12M13 3.500 7 16.500"/>',
  plus: '<path d="M10 4.5v11M4.5 10h11"/>',
  mute: '<path d="M4 8v4h3l4 3.500V4.500L7 8zM14 8l4 4M18 8l-4 4"/>',
  save: '<path d="M5.500 3.500h9v13L10 13l-4.500 3.500z"/>',
  book: '<path d="M10 5.500C8.300 4.200 6 3.800 3 3.800v11c3 0 5.300.400 7 1.700 1.700-1.300 4-1.700 7-1.700v-11c-3 0-5.300.400-7 1.700zM10 5.500v11"/>',
  bell: '<path d="M5.500 13.500V9a4.500 4.500 0 0 1 9 0v4.500l1.500 1.500H4zM8.500 17h3"/>',
  link: '<path d="M8.500 11.500a3 3 0 0 0 4.300 0l2.800-2.800a3 3 0 0 0-4.300-4.300L10 5.700M11.500 8.500a3 3 0 0 0-4.300 0l-2.800 2.800a3 3 0 0 0 4.300 4.300L10 14.300"/>',
  check: '<path d="m4.5 10.5 3.7 3.7 7.3-8"/>',
} as const

export type IconName = keyof typeof drawings

/** Hidden from assistive technology: the words beside it say the same. */
export function icon(name: IconName): Html {
  return trusted(
    `<svg class="icon" viewBox="0 0 20 20" width="20" height="20" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.6" stroke-linecap="round" stroke-linejoin="round">${drawings[name]}</svg>`,
  )
}
