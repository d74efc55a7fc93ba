// What counts as a URL that a person may hand us: absolute, http or https, nothing hidden before the host.

export const isWebUrl = (text: string): boolean => {
  // URL also reads `http:host` and `http:\\host`; a person who writes that means something else.
  if (!/^https?:\/\/[^/\\]/i.test(text) || !URL.canParse(text)) return false
  const { username, password } = new URL(text)
  // An empty userinfo (`http://@host`) leaves no trace in the parsed URL.
  return username === '' && password === '' && !/^[^/?#\\]*@/.test(text.slice(text.indexOf('//') + 2))
}
