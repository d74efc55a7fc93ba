// The operator tries the mail server, and reads its own words, on the command line as it is installed.
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import { commandOf } from '../support/command.ts'
import { openPostOffice, type PostOffice } from '../support/post-office.ts'

vi.setConfig({ testTimeout: 90_000 })

// No database is opened for it.
const nowhere = { databaseUrl: 'sqlite:/nonexistent/folder/test.db', secretKey: '' }
const email = 'ana@elsewhere.example'

/** Says this to every receiver; the server of other tests would mend the words. */
const openRudeServer = (words: string) =>
  openServer((socket) => {
    socket.on('data', (data) => {
      socket.write(data.toString().startsWith('RCPT') ? words : '250 ok\r\n')
    })
    socket.write('220 ready\r\n')
  })

const openSilentServer = () => openServer(() => undefined)

const openServer = async (answer: (socket: Socket) => void) => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    answer(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `smtp://127.0.0.1:${port}`,
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

describe('mail test', () => {
  let office: PostOffice
  beforeAll(async () => {
    office = await openPostOffice()
  })
  afterEach(() => office.refuse(undefined))
  afterAll(() => office.close())

  const test = (environment: Readonly<Record<string, string>>, ...args: readonly string[]) =>
    commandOf(nowhere, environment)('mail', 'test', ...args)

  it('hands one mail to the server, which says who runs this, and prints what the server said', async () => {
    const site = { SITE_NAME: 'Bets & Co', SITE_CONTACT: 'Ana Lima, ops@bets.example' }
    const said = await test({ SMTP_URL: office.url, ...site }, email)
    expect(said).toMatch(/^250 [^\n]+\n$/)
    const [mail, ...more] = office.received
    expect(more).toEqual([])
    expect(mail?.to).toMatchObject({ text: email })
    expect(mail?.from?.text).toBe('"Bets & Co" <no-reply@challenges.test>')
    expect(mail?.subject).toBe('Test email from Bets & Co')
    expect(mail?.text).toContain('Bets & Co is run by Ana Lima, ops@bets.example.')
    expect(mail?.html).toContain('Bets &amp; Co is run by Ana Lima, ops@bets.example.')
    expect(mail?.headers.get('auto-submitted')).toBe('auto-generated')
    const { to, response } = JSON.parse(await test({ SMTP_URL: office.url }, email, '--json')) as {
      to: string
      response: string
    }
    expect([to, response]).toEqual([email, expect.stringMatching(/^250 /)])
  })

  it.each([550, 451])('prints the words of a server that answers %i, and fails', async (code) => {
    office.refuse({ code, words: 'nobody is called so' })
    await expect(test({ SMTP_URL: office.url }, email)).rejects.toMatchObject({
      code: 1,
      stdout: '',
      stderr: `error: the mail server refused it: ${code} nobody is called so\n`,
    })
  })

  it('prints the words of several lines in one, without what could steer a terminal', async () => {
    const rude = await openRudeServer('550-not\u001B[31m for\u0007\r\n550 you\r\n')
    await expect(test({ SMTP_URL: rude.url }, email)).rejects.toMatchObject({
      code: 1,
      stderr: 'error: the mail server refused it: 550-not [31m for 550 you\n',
    })
    await rude.close()
  })

  it('says in one line that no server answers there', async () => {
    const closed = await openPostOffice()
    await closed.close()
    await expect(test({ SMTP_URL: closed.url }, email)).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^error: the mail could not be handed over to the server of SMTP_URL: [^\n]*ECONNREFUSED[^\n]*\n$/,
      ) as string,
    })
  })

  it('says that a port does not begin with TLS, and what to use', async () => {
    await expect(test({ SMTP_URL: office.url.replace('smtp:', 'smtps:') }, email)).rejects.toMatchObject({
      code: 1,
      stderr:
        'error: the mail could not be handed over to the server of SMTP_URL: this port does not begin with TLS: use smtp:// (STARTTLS), or the port for smtps, usually 465\n',
    })
  })

  it('says of a port that greets nobody that it may begin with TLS', async () => {
    // As a server of TLS does, it waits for the other side to begin.
    const silent = await openSilentServer()
    await expect(test({ SMTP_URL: silent.url }, email)).rejects.toMatchObject({
      code: 1,
      stderr:
        'error: the mail could not be handed over to the server of SMTP_URL: nothing greets us on this port: if it begins with TLS, use smtps://, or the port for smtp, usually 587\n',
    })
    await silent.close()
  })

  it('says in one line that SMTP_URL is not set', async () => {
    await expect(test({}, email)).rejects.toMatchObject({
      code: 1,
      stderr:
        'error: SMTP_URL is not set, so no mail is sent: set it, or read the mails that are kept with mail list\n',
    })
  })

  it('refuses what is no address', async () => {
    await expect(test({ SMTP_URL: office.url }, 'x')).rejects.toMatchObject({
      code: 1,
      stderr: 'error: "x" is not an e-mail address\n',
    })
  })
})
