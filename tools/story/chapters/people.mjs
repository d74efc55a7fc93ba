// Who is there: accounts and groups, made by the operator, and what their tokens say of themselves.
import { caller, nobody, operator, pass } from '../steps.mjs'

const create = (name, more = []) => {
  const firstName = name[0].toUpperCase() + name.slice(1)
  const named = ['--email', `${name}@people.example`, '--first-name', firstName]
  return operator(['account', 'create', ...named, '--json', ...more], `${name}Account`)
}

const club = (name) => create(name, ['--plan', 'club', '--last-name', 'Quill'])

/** A token of an account, kept under a name of its own. */
const token = (name, more = [], keep = name) =>
  operator(
    ['token', 'create', '--account', `${name}@people.example`, '--name', keep, '--json', ...more],
    keep,
  )

export const people = [
  ...['ana', 'ben', 'cam', 'eve', 'hal'].flatMap((name) => [club(name), token(name)]),
  create('dot'),
  token('dot'),
  token('eve', ['--scopes', 'questions:read'], 'narrow'),
  token('eve', ['--scopes', 'challenges:read,events:read'], 'reader'),
  token('cam', ['--expires-in-days', '1'], 'brief'),
  token('cam', [], 'revoked'),
  operator(['token', 'revoke', '$revoked.id', '--json']),
  operator(['token', 'list', '--account', 'cam@people.example', '--json']),
  operator(['token', 'list', '--account', 'nobody@people.example']),
  club('ana'),
  operator(['account', 'create', '--email', 'not an address', '--first-name', 'X']),

  operator(
    ['group', 'create', '--name', 'Blue', '--admin', 'ana@people.example', '--first-name', 'Ana', '--json'],
    'blueGroup',
  ),
  operator(['token', 'create', '--group', '$blueGroup.id', '--json'], 'blue'),
  operator(
    ['group', 'create', '--name', 'Red', '--admin', 'zoe@people.example', '--first-name', 'Zoe', '--json'],
    'redGroup',
  ),
  operator(['token', 'create', '--group', '$redGroup.id', '--json'], 'red'),
  operator(['group', 'list', '--json']),

  nobody.get('/healthz'),
  nobody.get('/readyz'),
  nobody.get('/openapi.json', { compared: 'interface' }),
  nobody.get('/docs', { compared: 'head' }),
  nobody.get('/docs/style.css', { compared: 'head' }),
  nobody.get('/docs/script.js', { compared: 'head' }),
  nobody.call('HEAD', '/openapi.json'),

  caller('ana').get('/v1/me'),
  caller('brief').get('/v1/me'),
  caller('ana').get('/v1/me?user_email=ANA@people.example'),
  caller('ana').get('/v1/me?user_email=ben@people.example'),
  caller('blue').get('/v1/me?user_email=ana@people.example'),
  caller('blue').get('/v1/me?user_email=cam@people.example'),
  caller('blue').get('/v1/me'),
  caller('dot').get('/v1/me'),
  caller('narrow').get('/v1/me'),
  caller('revoked').get('/v1/me'),
  pass({ minutes: 2 }),
]
