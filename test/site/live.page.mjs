// What the tests of live pages do inside of them.
globalThis.live = {
  /** Any later load of the document loses the mark. */
  mark: () => document.documentElement.setAttribute('data-first', ''),
  isMarked: () => 'first' in document.documentElement.dataset,
  hide: (isHidden) => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => isHidden })
    document.dispatchEvent(new Event('visibilitychange'))
  },
  /** A form in the page, as one that its new version has no more. */
  addForm: () =>
    document.querySelector('main article').append(makeForm('/gone', '<label>Why <input name="why"></label>')),
  /** Another one, with what is ticked and chosen. */
  addChoices: () =>
    document
      .querySelector('main article')
      .append(
        makeForm(
          '/gone-too',
          '<label>Sure <input type="checkbox" name="sure" value="yes"></label><label>Which <select name="which"><option>one</option><option>two</option></select></label>',
        ),
      ),
  selectIn: (selector) => getSelection().selectAllChildren(document.querySelector(selector)),
  focused: () => document.activeElement.id,
  /** Renews what stands for itself: a form in opened details, and a sentence. */
  renewApart: async () => {
    const { renew } = await import(document.querySelector('script[src*="renew"]').src)
    const old = makeApart('first', 'one', true)
    document.body.append(old)
    renew(old, makeApart('second', 'two', false), false)
  },
}

const makeForm = (action, inside) => {
  const form = document.createElement('form')
  form.setAttribute('action', action)
  form.innerHTML = inside
  return form
}

const makeApart = (id, words, isOpen) => {
  const apart = document.createElement('section')
  apart.dataset.apart = ''
  apart.innerHTML = `<details><summary>More</summary></details><p>${words}</p>`
  const fields = `<input type="hidden" name="form_id" value="${id}"><input name="words" value="${words}">`
  const details = apart.querySelector('details')
  details.open = isOpen
  details.append(makeForm('/do', fields))
  return apart
}
