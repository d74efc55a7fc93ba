// What leaves the service by itself: mails to a mail server and deliveries to a receiver, both real. In which order
// those of one moment arrive is not promised, so they are sorted.

/** Gives functions that take what has arrived since they were last asked. */
export const openArrivals = async (support) => {
  const office = await support.openPostOffice()
  const answers = new Map()
  const receiver = await support.startReceiver((socket, { path }) => {
    const { status = 200, headers = {} } = answers.get(path) ?? {}
    socket.write(support.answer(status, `this is ${path}`, headers))
  })
  let mailsTaken = 0
  let deliveriesTaken = 0
  return {
    smtpUrl: office.url,
    receiverUrl: new URL(receiver.url).origin,
    answerWith: (path, answer) => answers.set(path, answer),
    takeMails: () => {
      const fresh = office.received.slice(mailsTaken)
      mailsTaken = office.received.length
      return fresh.map(describeMail)
    },
    takeDeliveries: () => {
      const fresh = receiver.requests.slice(deliveriesTaken)
      deliveriesTaken = receiver.requests.length
      return fresh.map(describeDelivery)
    },
    /** The path that the newest mail to an address links to, such as `/a/…`. */
    findLink: (to, link) =>
      office.received
        .filter((mail) => mail.to?.text === to)
        .flatMap((mail) => [
          ...(mail.text ?? '').matchAll(new RegExp(`https://[^/\\s]+(/${link}/\\S+)`, 'g')),
        ])
        .at(-1)?.[1],
    close: async () => {
      await receiver.close()
      await office.close()
    },
  }
}

const MAIL_HEADERS = [
  'from',
  'to',
  'subject',
  'date',
  'message-id',
  'references',
  'in-reply-to',
  'list-unsubscribe',
  'list-unsubscribe-post',
  'auto-submitted',
]

const describeMail = ({ headerLines, text, html }) => {
  const lines = headerLines.filter(({ key }) => MAIL_HEADERS.includes(key)).map(({ line }) => line)
  return [...lines.toSorted(), '', text ?? '', '', html === false ? '' : html].join('\n')
}

const describeDelivery = ({ method, path, headers, body }) => {
  const lines = Object.entries(headers).map(([name, value]) =>
    name === 'content-length' ? `${name}: ${Number(value) === Buffer.byteLength(body)}` : `${name}: ${value}`,
  )
  return [`${method} ${path}`, ...lines.toSorted(), '', body].join('\n')
}
