// The mark of every page: two discs that overlap, the left one mine, the right one theirs.
import { html, type Html } from '../../kernel/html.ts'

// A data URL, so that a browser asks for no file that is not there.
export const ICON =
  "data:image/svg+xml,<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 16 16'><circle cx='6' cy='8' r='5' fill='%232f4bd8'/><circle cx='10' cy='8' r='5' fill='%23e0803a' fill-opacity='.85'/></svg>"

export const logo = (): Html =>
  html`<svg width="28" height="28" viewBox="0 0 16 16" aria-hidden="true">
    <circle cx="6" cy="8" r="5" fill="#2f4bd8" />
    <circle cx="10" cy="8" r="5" fill="#e0803a" fill-opacity=".85" />
  </svg>`
