/** Addresses of this site for the log: without the keys that some end with, and without secret parameters. */

export const withoutKey = (url: string): string =>
  url
    .replace(/^(\/(?:min|utskick(?:\/larm)?|websub)\/)[\w-]{20,}/, '$1…')
    .replace(/([?&](?:passwd|password|token|t|key|code|state|auth)=)[^&]*/gi, '$1…')
    .replace(/=[^&=]*(?::|%3a)(?:\/|%2f){2}[^&]*/gi, '=…')
