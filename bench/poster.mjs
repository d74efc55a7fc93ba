// The yardstick of deliveries: an undici Pool that posts the same bytes again and again, and nothing else. Told
// `{ url, path, headers, body, count, connections }` by its parent, it says when it is done.
import { Pool } from 'undici'

const post = async ({ url, path, headers, body, count, connections }) => {
  const pool = new Pool(url, { connections })
  let left = count
  const postOn = async () => {
    while (left > 0) {
      left -= 1
      const answer = await pool.request({ method: 'POST', path, headers, body })
      await answer.body.dump()
    }
  }
  await Promise.all(Array.from({ length: connections }, postOn))
  await pool.close()
  process.send({ done: true })
}

process.on('message', (work) => void post(work))
process.on('disconnect', () => process.exit(0))
process.send({ ready: true })
