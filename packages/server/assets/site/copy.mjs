// Shows the buttons that copy a text; without scripts a click on the text selects it.
for (const button of document.querySelectorAll('[data-copies]')) {
  const text = button.previousElementSibling
  button.hidden = navigator.clipboard === undefined
  button.addEventListener('click', () => void copy(button, text.textContent))
}

async function copy(button, text) {
  await navigator.clipboard.writeText(text)
  button.textContent = 'Copied'
  setTimeout(() => (button.textContent = 'Copy'), 2000)
}
