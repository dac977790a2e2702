/** The CSRF token that every form of the account carries: one of our pages made the form. */
import { type Html, html } from '../../../platform/html/html.ts'

export interface FormToken {
  formToken: string
}

export const hidden = ({ formToken }: FormToken): Html => html`<input type="hidden" name="form" value="${formToken}">`
