// What must cost the same however much there is: each beside the same call where there is little.
const DEPTH = 10_000
const LONGEST_PAGE = 100

const get = ({ token }, path) => ({ method: 'GET', path, headers: { authorization: `Bearer ${token}` } })

/** The path of the page of 25 that so many challenges lie before. */
const deepPage = async (person, call) => {
  let path = `/v1/challenges?limit=${LONGEST_PAGE}`
  for (let passed = LONGEST_PAGE; passed < DEPTH; passed += LONGEST_PAGE) {
    path = `/v1/challenges?limit=${LONGEST_PAGE}&cursor=${(await call(get(person, path))).next_cursor}`
  }
  return `/v1/challenges?limit=25&cursor=${(await call(get(person, path))).next_cursor}`
}

const flat = (name, title, requests, comparedTo) => ({
  name,
  title,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  worlds: ['large'],
  comparedTo,
  requests: async (parts) => [await requests(parts)],
})

const FIRST = '/v1/challenges'
const RARE = '/v1/challenges?status=declined'

export const flatCases = [
  flat('page-10k', 'page 1 of 10,000', ({ large }) => get(large.many, FIRST)),
  flat('page-1m', 'page 1 of 1,000,000', ({ large }) => get(large.most, FIRST), 'page-10k'),
  flat(
    'page-deep',
    'page at 10,000 of 1,000,000',
    async ({ large, call }) => get(large.most, await deepPage(large.most, call)),
    'page-10k',
  ),
  flat('rare-10k', '10 of 10,000 match', ({ large }) => get(large.many, RARE)),
  flat('rare-1m', '10 of 1,000,000 match', ({ large }) => get(large.most, RARE), 'rare-10k'),
  flat('me-3', '/me with 3', ({ large }) => get(large.few, '/v1/me')),
  flat('me-1m', '/me with 1,000,000', ({ large }) => get(large.most, '/v1/me'), 'me-3'),
]
