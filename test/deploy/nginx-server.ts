// nginx with the settings that are shipped: only addresses, names and paths are those of the test.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { Agent, request } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import { selfSigned } from '../support/certificates.ts'
import { repository } from '../support/planted.ts'

export interface Nginx {
  readonly url: string
  /** Without TLS. */
  readonly plainUrl: string
  /** Where it looks for what certbot has written. */
  readonly webFolder: string
  /** From now on it cannot keep in a file what is on its way. */
  takeTemporaryFiles(): void
  /** Everything that stands in its logs. */
  readLogs(): string
  send(path: string, options?: SendOptions, body?: string): Promise<NginxAnswer>
  close(): Promise<void>
}

interface SendOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
}

interface NginxAnswer {
  readonly status: number
  readonly message: IncomingMessage
  text(): Promise<string>
}

const shipped = readFileSync(join(repository, 'deploy/nginx/challenge-service.conf'), 'utf8')

const replaceAll = (text: string, changes: readonly (readonly [string, string])[]): string =>
  changes.reduce((changed, [from, to]) => {
    if (!changed.includes(from)) throw new Error(`the settings of nginx have no: ${from}`)
    return changed.replaceAll(from, to)
  }, text)

export const findFreePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const address = probe.address()
  probe.close()
  await once(probe, 'close')
  return typeof address === 'object' ? (address?.port ?? 0) : 0
}

/** On `port` of loopback, in front of `upstreams` (`host:port`), by TLS unless told otherwise. */
export const startNginx = async (
  program: string,
  port: number,
  upstreams: string | readonly string[],
  { tls = true }: { readonly tls?: boolean } = {},
): Promise<Nginx> => {
  const base = mkdtempSync('/tmp/challenge-service-nginx-')
  mkdirSync(join(base, 'logs'))
  const { key, cert } = selfSigned('localhost')
  writeFileSync(join(base, 'key.pem'), key)
  writeFileSync(join(base, 'cert.pem'), cert)
  mkdirSync(join(base, 'html'))
  const plainPort = await findFreePort()
  const [first = '', ...others] = [upstreams].flat()
  const settings = replaceAll(shipped, [
    ['root /var/www/html;', `root ${base}/html;`],
    ['server 127.0.0.1:8080 ', `server ${first} `],
    [
      '\t# server 127.0.0.1:8081 max_fails=0;\n',
      others.map((other) => `\tserver ${other} max_fails=0;\n`).join(''),
    ],
    ['	listen 80;\n	listen [::]:80;', `	listen 127.0.0.1:${plainPort};`],
    [
      '	listen 443 ssl http2;\n	listen [::]:443 ssl http2;',
      `	listen 127.0.0.1:${port}${tls ? ' ssl http2' : ''};`,
    ],
    ['challenges.example.com;', 'localhost;'],
    ['/etc/letsencrypt/live/challenges.example.com/fullchain.pem', join(base, 'cert.pem')],
    ['/etc/letsencrypt/live/challenges.example.com/privkey.pem', join(base, 'key.pem')],
    ['/var/log/nginx/', `${base}/logs/`],
  ])
  writeFileSync(join(base, 'challenge-service.conf'), settings)
  const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${base}/${name};`)
    .join(' ')
  writeFileSync(
    join(base, 'nginx.conf'),
    `daemon off; master_process off; pid ${base}/pid; error_log ${base}/start.log;
     events {} http { ${folders} access_log off; include ${base}/challenge-service.conf; }`,
  )
  const child = spawn(program, ['-p', base, '-c', join(base, 'nginx.conf'), '-e', join(base, 'start.log')], {
    stdio: 'inherit',
  })
  const ended = once(child, 'exit')
  await untilListening(port, () => child.exitCode !== null)
  const agent = new Agent({ rejectUnauthorized: false })
  return {
    url: `https://localhost:${port}`,
    plainUrl: `http://localhost:${plainPort}`,
    webFolder: join(base, 'html'),
    takeTemporaryFiles: () => {
      for (const name of ['client_body', 'proxy']) {
        rmSync(join(base, name), { recursive: true, force: true })
        writeFileSync(join(base, name), '')
      }
    },
    readLogs: () =>
      readdirSync(join(base, 'logs'))
        .map((name) => readFileSync(join(base, 'logs', name), 'utf8'))
        .join('\n'),
    send: (path, options = {}, body) =>
      new Promise((resolve, reject) => {
        const target = { host: '127.0.0.1', port, path, agent, servername: 'localhost' }
        const headers = { host: `localhost:${port}`, ...options.headers }
        request({ ...target, ...options, headers }, (message) =>
          resolve({ status: message.statusCode ?? 0, message, text: () => readText(message) }),
        )
          .once('error', reject)
          .end(body)
      }),
    close: async () => {
      agent.destroy()
      child.kill('SIGTERM')
      await ended
      rmSync(base, { recursive: true, force: true })
    },
  }
}

const readText = async (message: IncomingMessage): Promise<string> => {
  let text = ''
  for await (const part of message) text += String(part)
  return text
}

const untilListening = async (port: number, hasEnded: () => boolean): Promise<void> => {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(() => false),
    ]).catch(() => false)
    socket.destroy()
    if (isOpen) return
    if (hasEnded()) throw new Error('nginx did not start')
  }
}
