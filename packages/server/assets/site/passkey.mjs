// Passkeys: shows what needs them where the browser has them, and sends what the device says with the form around it.
const canUse = typeof globalThis.PublicKeyCredential?.parseRequestOptionsFromJSON === 'function'

for (const holder of document.querySelectorAll('[data-passkey]')) {
  holder.hidden = !canUse
  const button = holder.querySelector('button')
  button.addEventListener('click', (event) => {
    // Without what the device says there is nothing to send.
    event.preventDefault()
    if (button.formNoValidate || button.form.reportValidity()) void send(holder, button)
  })
}

async function send(holder, button) {
  const problem = holder.querySelector('[role=alert]')
  problem.hidden = true
  try {
    const credential = await ask(holder.dataset)
    holder.querySelector('[name$=credential]').value = JSON.stringify(credential.toJSON())
    button.form.requestSubmit(button)
  } catch {
    problem.hidden = false
  }
}

async function ask({ passkey, options }) {
  const read = JSON.parse(options)
  return passkey === 'make'
    ? navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(read) })
    : navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(read) })
}
