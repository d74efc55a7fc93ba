import { expect, it } from 'vitest'
import { inQuotes, quotation } from './quotation.ts'

it.each([
  ['I run.', '“I run.”', '<q class="double">I run.</q>'],
  ['It’s Ben’s.', '“It’s Ben’s.”', '<q class="double">It’s Ben’s.</q>'],
  ['I say “no”.', '‘I say “no”.’', '<q class="single">I say “no”.</q>'],
  ['Ich sage „nein“.', '‘Ich sage „nein“.’', '<q class="single">Ich sage „nein“.</q>'],
  ['« Non. »', '‘« Non. »’', '<q class="single">« Non. »</q>'],
  ['a "b"', '‘a "b"’', '<q class="single">a &quot;b&quot;</q>'],
])('%s stands between marks that are not its own', (text, plain, marked) => {
  expect([inQuotes(text), quotation(text).text]).toEqual([plain, marked])
})
