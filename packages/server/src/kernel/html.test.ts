// What people typed can never become markup.
import { describe, expect, it } from 'vitest'
import { html } from './html.ts'

describe('an HTML template', () => {
  it('escapes every text, in content and in attributes', () => {
    expect(html`<p title="${`"'`}">${'<b>&</b>'}</p>`.text).toBe(
      '<p title="&quot;&#39;">&lt;b&gt;&amp;&lt;/b&gt;</p>',
    )
  })

  it('keeps HTML that was made by a template, joins lists, and leaves out what is absent', () => {
    const items = ['a', '<'].map((item) => html`<i>${item}</i>`)
    expect(html`<b>${items}</b>${null}${undefined}${false}${0}`.text).toBe('<b><i>a</i><i>&lt;</i></b>0')
  })
})
