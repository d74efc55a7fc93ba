// The statistics of a group, with a hundred challenges and with a million: counts are kept, so both cost the same.

const caseOf = (name, size, title, comparedTo) => ({
  name,
  title: `GET …/stats, ${title} challenges`,
  engines: ['sqlite', 'postgres'],
  status: 200,
  targets: {},
  worlds: ['companies'],
  comparedTo,
  requests: ({ companies }) => {
    const { id, email, tokens } = companies[size]
    return tokens.map(({ token }) => ({
      method: 'GET',
      path: `/v1/groups/${id}/stats?user_email=${encodeURIComponent(email)}`,
      headers: { authorization: `Bearer ${token}` },
    }))
  },
})

export const stats = [
  caseOf('stats-100', 'small', '100'),
  caseOf('stats-1m', 'large', '1,000,000', 'stats-100'),
]
