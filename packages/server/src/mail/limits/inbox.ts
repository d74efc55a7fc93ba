// An inbox: an address without its +tag. Many mail servers hand what is sent to any tag to one and the same person.

/** The address itself where there is no tag, or nothing before it. */
export const getInbox = (address: string): string => {
  const at = address.lastIndexOf('@')
  const plus = address.indexOf('+')
  return plus > 0 && plus < at ? address.slice(0, plus) + address.slice(at) : address
}
