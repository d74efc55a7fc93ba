// Every picture of the documents: whose page it is, where it is found in the demonstration, and how large. The words for
// those who cannot see it stand in the document that shows it.

const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 800 }

/** In the order of the tour. `at` is a path, or how the page is found (places.mjs). */
export const pictures = [
  { name: 'sign-in', who: 'nobody', at: { link: 'Ben' }, size: { ...phone, height: 480 }, theme: 'light' },
  { name: 'home', who: 'Ana', at: '/', size: { ...phone, height: 1100 }, theme: 'light' },
  {
    name: 'challenge',
    who: 'Ana',
    at: { claim: 'run further' },
    size: { ...desktop, height: 1000 },
    theme: 'light',
  },
  {
    name: 'new-challenge',
    who: 'Ana',
    at: '/challenges/new',
    size: { ...phone, height: 1000 },
    theme: 'light',
  },
  { name: 'link', who: 'nobody', at: { mailTo: 'dan@demo.example' }, size: phone, theme: 'dark' },
  { name: 'group', who: 'Ana', at: { group: 'Office Olympics' }, size: desktop, theme: 'light' },
  { name: 'tokens', who: 'Ana', at: '/settings/tokens', size: desktop, theme: 'light' },
  { name: 'webhook', who: 'Ana', at: 'webhook', size: desktop, theme: 'dark' },
]
