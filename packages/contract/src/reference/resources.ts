// The resources in the order in which documents show them.
import type { Endpoint } from '../endpoint.ts'

export interface Resource {
  readonly name: string
  /** As in the address of its part of a page. */
  readonly slug: string
  readonly description: string
}

/** The first whose prefix fits the path; `*` stands for one segment. */
const byPrefix: readonly (Resource & { readonly prefix: RegExp })[] = [
  {
    name: 'Profile',
    slug: 'profile',
    prefix: /^\/v1\/(?:me|token)/,
    description:
      'Who the token acts for, how that person has fared, what is left of the quota, and what the token itself may do.',
  },
  {
    name: 'Tally',
    slug: 'tally',
    prefix: /^\/v1\/challenges\/[^/]+\/tally/,
    description:
      'A running score that the parties keep while a challenge is active or due. Each records their own count; the other confirms it or objects.',
  },
  {
    name: 'Challenges',
    slug: 'challenges',
    prefix: /^\/v1\/challenges/,
    description:
      'A claim that one person makes against another, with a stake and a due period. The two accept, settle, dispute or cancel it; `allowed_actions` says what the acting person may do next.',
  },
  {
    name: 'Events',
    slug: 'events',
    prefix: /^\/v1\/events/,
    description: 'The feed of what happened: in the order of the changes, without gaps, kept for 90 days.',
  },
  {
    name: 'Groups',
    slug: 'groups',
    prefix: /^\/v1\/groups/,
    description:
      "Groups, their members, challenges and statistics. Members see each other's first names alone.",
  },
  {
    name: 'Webhooks',
    slug: 'webhooks',
    prefix: /^\/v1\/webhooks/,
    description: 'Subscriptions by which events are pushed to a URL of yours, signed, with retries.',
  },
  {
    name: 'Daily question',
    slug: 'daily-question',
    prefix: /^\/v1\/questions/,
    description: 'One question a day, the same for everyone. It turns at midnight UTC.',
  },
]

const shown = ['Profile', 'Challenges', 'Tally', 'Events', 'Groups', 'Webhooks', 'Daily question']

const other: Resource = { name: 'Other', slug: 'other', description: 'Everything else.' }

export const resources: readonly Resource[] = shown.map(
  (name) => byPrefix.find((resource) => resource.name === name) ?? other,
)

export const findResource = ({ path }: Pick<Endpoint, 'path'>): Resource =>
  byPrefix.find(({ prefix }) => prefix.test(path)) ?? other
