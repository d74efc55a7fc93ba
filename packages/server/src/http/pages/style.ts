// The one stylesheet of the pages: a single column that fits a small phone, in light and in dark.
import { createHash } from 'node:crypto'

export const STYLE_PATH = '/a/style.css'

export const styleSheet = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f8;
  --card: #ffffff;
  --ink: #171a24;
  --quiet: #5a6072;
  --line: #d5d9e4;
  --edge: #858ca0;
  --accent: #2f4bd8;
  --accent-ink: #ffffff;
  --accent-soft: #eef1fd;
  --problem: #a3172c;
  --problem-soft: #fdeef0;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10121a;
    --card: #1a1d28;
    --ink: #eceef6;
    --quiet: #a5abbd;
    --line: #363b4c;
    --edge: #757d95;
    --accent: #9db0ff;
    --accent-ink: #10162e;
    --accent-soft: #222842;
    --problem: #ffa3ae;
    --problem-soft: #3a1d24;
  }
}
*, *::before, *::after { box-sizing: border-box; }
body {
  margin: 0;
  padding: max(1rem, env(safe-area-inset-top)) 1rem 2rem;
  background: var(--ground);
  color: var(--ink);
  font: 1.0625rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, Helvetica, Arial, sans-serif;
  -webkit-text-size-adjust: 100%;
  overflow-wrap: anywhere;
}
header, main, footer { max-width: 34rem; margin-inline: auto; }
header { padding: 0 .25rem .75rem; color: var(--quiet); font-size: .9375rem; font-weight: 600; }
.card {
  padding: 1.5rem 1.25rem;
  background: var(--card);
  border: 1px solid var(--line);
  border-radius: 1rem;
}
h1 { margin: 0 0 .75rem; font-size: 1.625rem; line-height: 1.2; letter-spacing: -.01em; text-wrap: balance; }
h2 { margin: 0 0 .75rem; font-size: 1.0625rem; }
p { margin: 0 0 .75rem; }
.intro { font-size: 1.0625rem; }
.plain p:last-child { margin-bottom: 0; }
.quiet { color: var(--quiet); font-size: .9375rem; }
.span { white-space: nowrap; }
.banner { padding: .75rem 1rem; border-radius: .625rem; background: var(--accent-soft); }
.banner.problem { background: var(--problem-soft); color: var(--problem); }
.claim { margin: 1rem 0; padding: 1rem; border-radius: .75rem; background: var(--accent-soft); }
.claim figcaption { color: var(--quiet); font-size: .9375rem; }
.claim blockquote { margin: .25rem 0 0; font-size: 1.25rem; line-height: 1.35; font-weight: 600; }
.claim p { margin: 0; white-space: pre-wrap; }
dl { margin: 0 0 1rem; }
dl > div { padding: .625rem 0; border-top: 1px solid var(--line); }
dl > div:first-child { border-top: 0; }
dt { color: var(--quiet); font-size: .9375rem; }
dd { margin: 0; white-space: pre-wrap; }
q { quotes: "\\201c" "\\201d"; }
.answer { padding-top: 1rem; border-top: 1px solid var(--line); }
.answer > .quiet { margin: 1rem 0 0; }
.step { margin: 1.25rem 0 0; padding-top: 1.25rem; border-top: 1px solid var(--line); }
.step h2 { margin-bottom: .25rem; }
.step li { padding: .25rem 0; border: 0; }
.card > :last-child { margin-bottom: 0; }
.choices { display: grid; gap: .75rem; }
button, input, textarea { font: inherit; color: inherit; }
button { min-height: 3.25rem; padding: .75rem 1.25rem; border-radius: .75rem; font-weight: 600; cursor: pointer; }
button.primary { border: 2px solid var(--accent); background: var(--accent); color: var(--accent-ink); }
button.second, details.question > summary { border: 2px solid var(--edge); background: transparent; }
button:hover { filter: brightness(1.06); }
button.second:hover, details.question > summary:hover { border-color: var(--accent); filter: none; }
button.link {
  min-height: 2.75rem; padding: .5rem; border: 0; background: none; color: var(--quiet);
  font-size: .9375rem; font-weight: 400; text-decoration: underline; text-underline-offset: .2em;
}
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
.field { display: grid; gap: .375rem; margin-bottom: 1rem; }
label { font-weight: 600; }
label .quiet { font-weight: 400; }
input, textarea {
  width: 100%; min-height: 3rem; padding: .625rem .875rem;
  border: 2px solid var(--edge); border-radius: .75rem; background: var(--card);
}
textarea { resize: vertical; }
[aria-invalid] { border-color: var(--problem); }
.field .problem { color: var(--problem); font-weight: 600; }
.banner a { color: inherit; }
details.question { margin-top: .75rem; }
details.question > summary {
  display: grid; place-items: center; min-height: 3.25rem; padding: .75rem 1.25rem; border-radius: .75rem;
  font-weight: 600; text-align: center; list-style: none; cursor: pointer;
}
details.question > summary::-webkit-details-marker { display: none; }
details.question[open] > summary { margin-bottom: 1rem; border-color: var(--accent); }
details.evidence { margin: 0 0 1rem; }
details.evidence > summary { min-height: 2.75rem; padding: .5rem 0; cursor: pointer; font-weight: 600; }
details.evidence ul { margin: 0; padding: 0; list-style: none; }
details.evidence li { padding: .625rem 0; border-top: 1px solid var(--line); }
details.evidence li p { margin: 0; white-space: pre-wrap; }
a { color: var(--accent); }
footer { padding: 1.25rem .25rem 0; color: var(--quiet); font-size: .9375rem; text-align: center; }
footer p { margin: 0 0 .25rem; }
@media (min-width: 40rem) {
  body { padding-block: 3rem; }
  .card { padding: 2.25rem; }
  h1 { font-size: 2rem; }
  dl > div { display: grid; grid-template-columns: 7rem 1fr; gap: .5rem; }
}
`.trim()

/** So that a new stylesheet is fetched, however long the old one may be kept. */
export const styleVersion = createHash('sha256').update(styleSheet).digest('base64url').slice(0, 12)
