// A page that a browser kept while another was shown may be out of date, or belong to someone who has signed out.
addEventListener('pageshow', (event) => {
  if (event.persisted) location.reload()
})
