import { describe, expect, it } from 'vitest'
import { findClientAddress, nameNetwork, readNetworks, widenNetwork } from './networks.ts'

describe('a list of networks', () => {
  it.each([
    [['10.0.0.0/8'], '10.1.2.3', true],
    [['10.0.0.0/8'], '11.1.2.3', false],
    [['127.0.0.1', '::1'], '::1', true],
    [['2001:db8::/32'], '2001:db8:1::5', true],
    [['2001:db8::/32'], 'nonsense', false],
  ])('%j has %s: %s', (texts, address, has) => {
    expect(readNetworks(texts)?.has(address)).toBe(has)
  })

  it.each([[['10.0.0.0/33']], [['10.0.0']], [['::/129']], [['10.0.0.0/8/8']], [[]], [['proxy.example']]])(
    '%j is none',
    (texts) => {
      expect(readNetworks(texts)).toBeUndefined()
    },
  )
})

describe('the address of a client', () => {
  const trusted = readNetworks(['10.0.0.0/8'])

  it.each([
    ['203.0.113.7', undefined, '203.0.113.7'],
    ['203.0.113.7', '198.51.100.1', '203.0.113.7'],
    ['10.0.0.1', '198.51.100.1', '198.51.100.1'],
    ['::ffff:10.0.0.1', '198.51.100.1', '198.51.100.1'],
    // Typed by the client, who is not asked.
    ['10.0.0.1', '192.0.2.9, 198.51.100.1, 10.0.0.2', '198.51.100.1'],
    ['10.0.0.1', '10.0.0.3', '10.0.0.1'],
    ['10.0.0.1', '198.51.100.1:4711', '198.51.100.1'],
    ['10.0.0.1', '[2001:db8::5]:4711', '2001:db8::5'],
    ['10.0.0.1', 'unknown', '10.0.0.1'],
  ])('of %s with %s is %s', (remote, forwarded, address) => {
    expect(findClientAddress(remote, forwarded, trusted)).toBe(address)
  })

  it('is the connection where nobody is trusted', () => {
    expect(findClientAddress('10.0.0.1', '198.51.100.1', undefined)).toBe('10.0.0.1')
  })
})

it.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8:0:1:2:3:4:5', '2001:db8:0:1::/64'],
  ['2001:db8::5', '2001:db8:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('the network of %s is %s', (address, network) => {
  expect(nameNetwork(address)).toBe(network)
})

it.each([
  ['203.0.113.7', undefined],
  ['2001:db8:0:1::/64', '2001:db8:0::/48'],
  ['passkey acc_01', undefined],
])('the wider network of %s is %s', (network, wide) => {
  expect(widenNetwork(network)).toBe(wide)
})
